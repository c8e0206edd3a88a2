import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { papersOfSize } from "#lib/published/tables.ts";
import type { Paper } from "#lib/published/papers.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/**
 * That a benchmark's cases are those that a paper published: nothing but an admin's word says so, and that there are as
 * many of them. It holds for these very cases, so what they say is kept as a digest; null takes the word back.
 */
export async function declarePublished(
  viewer: Viewer<"admin">,
  slug: string,
  paper: Paper | null,
): Promise<Result<undefined, "not_found" | "other_counts">> {
  return db.$transaction(
    async (tx) => {
      const there = await tx.benchmark.findUnique({
        where: { slug },
        select: {
          id: true,
          publishedAs: true,
          tracks: { select: { name: true, _count: { select: { cases: true } } } },
        },
      });
      if (!there) return fail("not_found");
      const tracks = there.tracks.map(({ name, _count: { cases } }) => ({ name, cases }));
      if (paper && papersOfSize([paper], tracks).length === 0) return fail("other_counts");
      // In SQL: Prisma has no digests.
      const changed = await tx.$executeRaw`
        UPDATE benchmarks SET published_as = ${paper},
          published_digest = CASE WHEN ${paper}::text IS NOT NULL THEN digest_of_cases(id) END
        WHERE id = ${there.id} AND (published_as IS DISTINCT FROM ${paper}
          OR published_digest <> digest_of_cases(id))`;
      if (changed === 0) return succeed();
      await recordEvent(
        tx,
        viewer,
        paper ? "benchmark.published_declared" : "benchmark.published_withdrawn",
        { type: "benchmark", id: String(there.id) },
        { paper: paper ?? there.publishedAs },
      );
      return succeed();
    },
    { timeout: 30_000 },
  );
}
