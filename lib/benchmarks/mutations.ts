import "server-only";
import { isDeepStrictEqual } from "node:util";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  type CarryPredictions,
  type CaseImport,
  type CaseOutcome,
  importCases,
} from "#lib/benchmarks/case-files/import-cases.ts";
import { type CategoryDeclaration, type ClusterUnit, freeSlug, slugFrom } from "#lib/benchmarks/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { underWay } from "#lib/jobs/schema.ts";
import { papersOfSize } from "#lib/published/tables.ts";
import type { Paper } from "#lib/published/papers.ts";
import { fail, type Result, succeed } from "#lib/result.ts";

type Admin = Viewer<"admin">;
type Description = { name: string; description: string };

const subject = (id: number) => ({ type: "benchmark", id: String(id) });

export async function createBenchmark(
  viewer: Admin,
  { name, description, isDemo = false }: Description & { isDemo?: boolean },
): Promise<{ id: number; slug: string }> {
  return db.$transaction(async (tx) => {
    await waitForOtherNames(tx);
    return create(tx, viewer, { name, description, isDemo });
  });
}

/** For an import by name: two that begin at once with a new name mean the same benchmark. */
export async function findOrCreateBenchmark(
  viewer: Admin,
  { name, description }: Description,
): Promise<{ id: number; slug: string; isNew: boolean }> {
  return db.$transaction(async (tx) => {
    await waitForOtherNames(tx);
    const select = { id: true, slug: true } as const;
    const there = await tx.benchmark.findFirst({ where: { OR: [{ slug: name }, { name }] }, select });
    if (there) return { ...there, isNew: false };
    return { ...(await create(tx, viewer, { name, description, isDemo: false })), isNew: true };
  });
}

async function create(
  tx: Transaction,
  viewer: Admin,
  { name, description, isDemo }: Description & { isDemo: boolean },
): Promise<{ id: number; slug: string }> {
  const like = await tx.benchmark.findMany({
    where: { slug: { startsWith: slugFrom(name) } },
    select: { slug: true },
  });
  const slug = freeSlug(
    name,
    like.map((one) => one.slug),
  );
  const data = { slug, name, description, isDemo };
  const made = await tx.benchmark.create({ data, select: { id: true, slug: true } });
  await recordEvent(tx, viewer, "benchmark.created", subject(made.id), { name, slug });
  return made;
}

const waitForOtherNames = (tx: Transaction) => takeLock(tx, "benchmark slug");

/** The address stays: it may stand in somebody's notes. */
export async function editBenchmark(
  viewer: Admin,
  slug: string,
  { name, description, clusterUnit }: Description & { clusterUnit?: ClusterUnit | null | undefined },
): Promise<Result<undefined, "not_found">> {
  return db.$transaction(async (tx) => {
    const there = await tx.benchmark.findUnique({
      where: { slug },
      select: { id: true, name: true, description: true, clusterUnit: true },
    });
    if (!there) return fail("not_found");
    const { id, ...before } = there;
    const after = {
      name,
      description,
      clusterUnit: clusterUnit === undefined ? before.clusterUnit : clusterUnit,
    };
    if (isDeepStrictEqual(before, after)) return succeed();
    await tx.benchmark.update({ where: { id }, data: after });
    await recordEvent(tx, viewer, "benchmark.edited", subject(id), { before, after });
    return succeed();
  });
}

/** Cases, results and the files that wait go along. A benchmark that a study or a review draws on stays. */
export async function removeBenchmark(
  viewer: Admin,
  slug: string,
  confirmation: string,
): Promise<
  Result<
    undefined,
    "not_found" | "wrong_name" | "has_studies" | "has_reviews" | "has_descendants" | "import_runs"
  >
> {
  return db.$transaction(
    async (tx) => {
      const there = await tx.benchmark.findUnique({
        where: { slug },
        select: {
          id: true,
          name: true,
          _count: { select: { studies: true, reviews: true, children: true } },
        },
      });
      if (!there) return fail("not_found");
      if (there.name !== confirmation) return fail("wrong_name");
      if (there._count.studies > 0) return fail("has_studies");
      if (there._count.reviews > 0) return fail("has_reviews");
      if (there._count.children > 0) return fail("has_descendants");
      // In SQL: Prisma has no locks, let alone one that isn't waited for.
      const [lock] = await tx.$queryRaw<{ free: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtext('benchmark'), ${there.id}::int) AS free`;
      if (!lock?.free) return fail("import_runs");
      const cases = await tx.case.count({ where: { track: { benchmarkId: there.id } } });
      await tx.modelRun.deleteMany({ where: { benchmarkId: there.id } });
      await tx.benchmark.delete({ where: { id: there.id } });
      await recordEvent(tx, viewer, "benchmark.removed", subject(there.id), {
        name: there.name,
        slug,
        cases,
      });
      return succeed();
    },
    { timeout: 120_000 },
  );
}

/** Takes back a benchmark that was made for an import which then stored nothing, unless another waits. */
export async function discardEmptyBenchmark(viewer: Admin, id: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const empty = {
      id,
      tracks: { none: {} },
      studies: { none: {} },
      reviews: { none: {} },
      modelRuns: { none: {} },
      uploads: { none: {} },
      jobs: { none: { state: underWay } },
    };
    const { count } = await tx.benchmark.deleteMany({ where: empty });
    if (count > 0) await recordEvent(tx, viewer, "benchmark.removed", subject(id), { empty: true });
  });
}

/**
 * Takes back what commands made for imports that stored nothing. Told from the record of jobs, so that a
 * command that was killed leaves no benchmark behind either.
 */
export async function discardForsaken(viewer: Admin): Promise<void> {
  const madeFor = { payload: { path: ["benchmark", "isNew"], equals: true } };
  const forsaken = await db.benchmark.findMany({
    where: { tracks: { none: {} }, jobs: { some: madeFor, none: { state: underWay } } },
    select: { id: true },
  });
  for (const { id } of forsaken) await discardEmptyBenchmark(viewer, id);
}

/** What is stored with the cases or not at all. */
export type StoreAlongside = (client: BulkClient, stored: boolean) => Promise<void>;

/** All of it or nothing. Imports into one benchmark wait for each other. */
export async function runCaseImport(
  viewer: Admin,
  request: CaseImport,
  carry: CarryPredictions,
  control: ImportControl,
  along?: StoreAlongside,
): Promise<CaseOutcome> {
  const { signal, confirm } = control;
  return inBulkTransaction(
    async (client) => {
      if (request.mode === "store") await lockBenchmark(client, request.benchmark.id);
      const outcome = await importCases(client, viewer, request, carry, control);
      await along?.(client, outcome.report.stored);
      return outcome;
    },
    {
      signal,
      confirm,
      readOnly: request.mode === "check",
      keep: ({ report }) => report.stored,
      fills: ["cases", "case_versions", "case_search_texts", "case_golds", ...(along ? ["predictions"] : [])],
    },
  );
}

/** What an import knows that cases which belong together come from, unless an admin calls it something else. */
export const nameClusters = (
  _admin: Viewer<"admin">,
  client: BulkClient,
  benchmarkId: number,
  unit: ClusterUnit,
) =>
  client.query("UPDATE benchmarks SET cluster_unit = $2 WHERE id = $1 AND cluster_unit IS NULL", [
    benchmarkId,
    unit,
  ]);

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
