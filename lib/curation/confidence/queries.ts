import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Benchmark } from "#lib/benchmarks/queries.ts";
import { filteredPerPage, type Settings } from "#lib/curation/confidence/schema.ts";
import type { VoteGroup, Votes } from "#lib/curation/confidence/votes.ts";
import { votesSql } from "#lib/curation/confidence/votes-sql.ts";
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
