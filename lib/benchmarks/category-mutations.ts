import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/**
 * Whether a track's options are its cases' own or categories that they share. It holds for what was studied before, too:
 * how far people agree is computed by what is declared now.
 */
export async function declareCategories(
  viewer: Viewer<"admin">,
  slug: string,
  track: string,
  declared: CategoryDeclaration,
): Promise<Result<undefined, "not_found" | "invalid">> {
  return db.$transaction(async (tx) => {
    const there = await tx.track.findFirst({
      where: { name: track, benchmark: { slug } },
      select: { id: true, benchmarkId: true, categories: true, categoryNames: true },
    });
    if (!there) return fail("not_found");
    const { id, benchmarkId, ...before } = there;
    const wrong = declared.categories === "own" ? null : await findWrongName(tx, id, declared.categoryNames);
    if (wrong) return fail("invalid", wrong);
    if (JSON.stringify(before) === JSON.stringify(declared)) return succeed();
    const { categories, categoryNames } = declared;
    await tx.track.update({ where: { id }, data: { categories, categoryNames: [...categoryNames] } });
    const details = { track, before, after: declared };
    await recordEvent(
      tx,
      viewer,
      "benchmark.categories_declared",
      { type: "benchmark", id: String(benchmarkId) },
      details,
    );
    return succeed();
  });
}

/** The names must be exactly those that the cases offer. In SQL: Prisma doesn't look into lists. */
async function findWrongName(
  tx: Transaction,
  trackId: number,
  given: readonly string[],
): Promise<Record<string, string> | null> {
  if (given.length < 2) return { names: "too_few" };
  const offered = await tx.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT unnest(v.option_names) AS name FROM cases c
      JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
    WHERE c.track_id = ${trackId} ORDER BY 1 LIMIT 1000`;
  const known = new Set(offered.map(({ name }) => name.trim()));
  const missing = [...known].filter((name) => !given.includes(name));
  if (missing.length > 0) return { names: "not_listed", listed: list(missing) };
  const unknown = given.filter((name) => !known.has(name));
  return unknown.length > 0 ? { names: "not_offered", listed: list(unknown) } : null;
}

const list = (names: readonly string[]) =>
  [...names.slice(0, 10), ...(names.length > 10 ? ["…"] : [])].join(", ");
