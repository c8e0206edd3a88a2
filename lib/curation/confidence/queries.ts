import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Benchmark } from "#lib/benchmarks/queries.ts";
import { filteredPerPage, type Settings } from "#lib/curation/confidence/schema.ts";
import type { Alike, Votes } from "#lib/curation/confidence/votes.ts";
import { votesSql } from "#lib/curation/confidence/votes-sql.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";

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

/** In SQL: Prisma doesn't look into lists. */
export async function listFilterRuns(_admin: Admin, { id, cases }: Pick<Benchmark, "id" | "cases">) {
  const runs = await db.$queryRaw<Omit<FilterRun, "cases">[]>`
    SELECT r.id, r.model, r.method, r.version, r.is_fake AS "isFake", coalesce(voted, 0) AS voted,
      coalesce(failed, 0) AS failed, coalesce(answered - failed - voted, 0) AS bare
    FROM model_runs r LEFT JOIN (
      SELECT p.run_id, count(*)::int AS answered, count(*) FILTER (WHERE p.failed)::int AS failed,
        count(*) FILTER (WHERE NOT p.failed AND p.probabilities[g.choice + 1] IS NOT NULL)::int AS voted
      FROM predictions p JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
        LEFT JOIN case_golds g ON g.case_version_id = v.id
      WHERE p.run_id IN (SELECT id FROM model_runs WHERE benchmark_id = ${id}) GROUP BY p.run_id
    ) counted ON counted.run_id = r.id
    WHERE r.benchmark_id = ${id} ORDER BY r.model, r.method, r.version`;
  return runs.map((run): FilterRun => ({ ...run, cases }));
}

type Chosen = Pick<Settings, "threshold" | "exactly"> & { benchmarkId: number; runIds: readonly number[] };

/** How many cases of each track are voted on alike. */
export async function countVotes(_admin: Admin, chosen: Chosen): Promise<Alike[]> {
  return db.$queryRaw<Alike[]>`
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
  chosen: Chosen,
  { votes, track, page }: { votes: readonly Votes[]; track: string | undefined; page: number },
): Promise<FilteredCase[]> {
  const onTrack = track === undefined ? Prisma.empty : Prisma.sql`AND track = ${track}`;
  return db.$queryRaw<FilteredCase[]>`
    SELECT track, key, to_jsonb(said) AS said, votes FROM (${votesSql(chosen)}) voted
    WHERE votes = ANY (${[...votes]}) ${onTrack} ORDER BY "trackPlace", place, id
    LIMIT ${filteredPerPage} OFFSET ${(page - 1) * filteredPerPage}`;
}
