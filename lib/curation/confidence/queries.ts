import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Benchmark } from "#lib/benchmarks/queries.ts";
import { filteredPerPage, type Settings } from "#lib/curation/confidence/schema.ts";
import { type VoteGroup, type Votes, goes, silent, stays } from "#lib/curation/confidence/votes.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { SummedTrack } from "#lib/model-runs/run-metrics.ts";
import { getMemoizedSums } from "#lib/model-runs/queries.ts";

type Admin = Viewer<"admin">;

/** A run that could filter, or why it can't. */
export type FilterRun = {
  id: number;
  model: string;
  method: string;
  version: string;
  isFake: boolean;
  /** Current cases to whose right option it gave a probability, those it failed on, and those it only chose an option of. */
  voted: number;
  failed: number;
  bare: number;
  /** Of how many cases. */
  cases: number;
};

/** From the parts of every run's figures: where a right option has a place among the others, it has a probability. */
export async function listFilterRuns(
  viewer: Admin,
  { id: benchmarkId, cases }: Pick<Benchmark, "id" | "cases">,
): Promise<FilterRun[]> {
  const [runs, sums] = await Promise.all([
    db.modelRun.findMany({
      where: { benchmarkId },
      select: { id: true, model: true, method: true, version: true, isFake: true },
      orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
    }),
    getMemoizedSums(viewer, benchmarkId),
  ]);
  const byRun = Map.groupBy(sums, ({ runId }) => runId);
  return runs.map((run) => {
    const own = byRun.get(run.id) ?? [];
    const add = (count: (sum: SummedTrack) => number) => own.reduce((all, sum) => all + count(sum), 0);
    const [voted, failed] = [add(({ rankCount }) => rankCount), add((sum) => sum.failed)];
    return { ...run, cases, voted, failed, bare: add(({ rows }) => rows) - voted - failed };
  });
}

type VoteQuery = Pick<Settings, "threshold" | "exactly"> & { benchmarkId: number; runIds: readonly number[] };

/** How many cases of each track are voted on alike. In SQL, as below: Prisma doesn't look into lists. */
export async function countVotes(_admin: Admin, chosen: VoteQuery): Promise<VoteGroup[]> {
  return db.$queryRaw<VoteGroup[]>`
    SELECT track, votes, count(*)::int AS cases FROM (${votesSql(chosen)}) voted
    GROUP BY track, votes, "trackPlace" ORDER BY "trackPlace", votes`;
}

export type FilteredCase = {
  track: string;
  key: string;
  /** What each of the chosen runs gave to the right option; null where it didn't vote. */
  said: (number | null)[];
  votes: Votes;
};

/** One page of the cases on which is voted in one of these ways, in the benchmark's order. */
export async function listVoted(
  _admin: Admin,
  chosen: VoteQuery,
  { votes, track, page }: { votes: readonly Votes[]; track: string | undefined; page: number },
): Promise<FilteredCase[]> {
  const onTrack = track === undefined ? Prisma.empty : Prisma.sql`AND track = ${track}`;
  return db.$queryRaw<FilteredCase[]>`
    SELECT track, key, to_jsonb(said) AS said, votes FROM (${votesSql(chosen)}) voted
    WHERE votes = ANY (${[...votes]}) ${onTrack} ORDER BY "trackPlace", place, id
    LIMIT ${filteredPerPage} OFFSET ${(page - 1) * filteredPerPage}`;
}

/**
 * Each current case of a benchmark with what every run gave to its right option, and how the runs vote: `id`, `track`, the
 * places by which it is ordered, `said` and `votes`. A failed call says nothing, nor does a bare choice, which has no
 * probabilities. In SQL: Prisma doesn't look into lists.
 */
export function votesSql({ benchmarkId, runIds, threshold, exactly }: VoteQuery): Prisma.Sql {
  const names = runIds.map((_, i) => Prisma.raw(`p${i}`));
  const given = names.map(
    (p) => Prisma.sql`CASE WHEN NOT ${p}.failed THEN ${p}.probabilities[g.choice + 1] END AS ${p}`,
  );
  const joins = names.map(
    (p, i) =>
      Prisma.sql`LEFT JOIN predictions ${p} ON ${p}.run_id = ${runIds[i]} AND ${p}.case_version_id = v.id`,
  );
  const isMore = Prisma.raw(exactly === "goes" ? ">=" : ">");
  const votes = names.map(
    (p) =>
      Prisma.sql`CASE WHEN ${p} ${isMore} ${threshold}::float8 THEN ${goes} WHEN ${p} IS NULL THEN ${silent} ELSE ${stays} END`,
  );
  return Prisma.sql`
    SELECT id, track, "trackPlace", place, key, ARRAY[${Prisma.join(names)}]::float8[] AS said,
      ${Prisma.join(votes, " || ")} AS votes
    FROM (
      SELECT v.id, t.name AS track, t.position AS "trackPlace", c.position AS place, c.key, ${Prisma.join(given)}
      FROM tracks t JOIN cases c ON c.track_id = t.id
        JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
        LEFT JOIN case_golds g ON g.case_version_id = v.id
        ${Prisma.join(joins, "\n")}
      WHERE t.benchmark_id = ${benchmarkId}
    ) answered`;
}
