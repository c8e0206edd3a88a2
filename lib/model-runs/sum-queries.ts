import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import type { SummedTrack } from "#lib/model-runs/run-metrics.ts";

type Admin = Viewer<"admin">;

/** One row a run, track and bin of confidence; failed calls and answers without probabilities have no bin. In SQL: Prisma's sums take no conditions. */
export async function sumScores(_admin: Admin, benchmarkId: number): Promise<SummedTrack[]> {
  return db.$queryRaw<SummedTrack[]>`
    SELECT p.run_id AS "runId", c.track_id AS "trackId", p.bin::int AS bin,
      count(*)::int AS rows, count(*) FILTER (WHERE p.failed)::int AS failed,
      count(p.correct)::int AS answered, count(*) FILTER (WHERE p.correct)::int AS correct,
      count(p.confidence)::int AS n, count(*) FILTER (WHERE p.correct AND p.confidence IS NOT NULL)::int AS "scoredCorrect",
      count(*) FILTER (WHERE p.rank <= 2)::int AS "topTwo", coalesce(sum(p.rank), 0)::float8 AS "rankSum",
      count(p.rank)::int AS "rankCount", coalesce(sum(p.confidence), 0) AS "confidenceSum",
      coalesce(sum(p.squared_error), 0) AS "squaredErrorSum",
      coalesce(sum(v.option_count) FILTER (WHERE p.confidence IS NOT NULL), 0)::int AS "pairCount",
      coalesce(sum(least(1, greatest(0, (1 - p.above)::float8 / p.tied))), 0) AS "fairTopOneSum",
      coalesce(sum(least(1, greatest(0, (2 - p.above)::float8 / p.tied))), 0) AS "fairTopTwoSum",
      coalesce(sum(p.above + (p.tied + 1) / 2.0::float8), 0) AS "fairRankSum"
    FROM predictions p
      JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
      JOIN cases c ON c.id = v.case_id
    WHERE p.run_id IN (SELECT id FROM model_runs WHERE benchmark_id = ${benchmarkId})
    GROUP BY 1, 2, 3`;
}

type Memoized = { upTo: string; sums: Promise<SummedTrack[]> };

const memoized = new BoundedMap<number, Memoized>(20, "run_sums");

/**
 * The same, added up once between two imports. Every import that changes anything writes its event in the same
 * transaction, and a run that was asked for here is a new one: the newest of both tells whether what is remembered still
 * holds, whichever process stored.
 */
export async function getMemoizedSums(viewer: Admin, benchmarkId: number): Promise<SummedTrack[]> {
  const about = { subjectType: "benchmark", subjectId: String(benchmarkId) };
  const [event, run] = await Promise.all([
    db.auditEvent.aggregate({ where: about, _max: { id: true } }),
    db.modelRun.aggregate({ where: { benchmarkId }, _max: { id: true } }),
  ]);
  const upTo = `${event._max.id} ${run._max.id}`;
  const known = memoized.get(benchmarkId);
  if (known?.upTo === upTo) return known.sums;
  const sums = sumScores(viewer, benchmarkId);
  memoized.set(benchmarkId, { upTo, sums });
  // What failed is asked again.
  sums.catch(() => memoized.delete(benchmarkId));
  return sums;
}
