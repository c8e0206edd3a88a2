import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { describeMetrics, type SummedTrack } from "#lib/model-runs/run-metrics.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";

type Staff = Viewer<"admin" | "researcher">;

/** Every figure of every run, from the parts that were scored when the answers were stored. */
export async function listRuns(_viewer: Staff, benchmarkId: number): Promise<RunRow[]> {
  const [runs, tracks, sums] = await Promise.all([
    db.modelRun.findMany({
      where: { benchmarkId },
      select: { id: true, model: true, method: true, version: true, notes: true, ranAt: true, isDemo: true },
      orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
    }),
    listTrackSizes(benchmarkId),
    sumScores(benchmarkId),
  ]);
  const byRun = Map.groupBy(sums, ({ runId }) => runId);
  return runs.map(({ ranAt, ...run }) =>
    describeMetrics(
      { ...run, ranAt: ranAt?.toISOString().slice(0, 10) ?? null },
      byRun.get(run.id) ?? [],
      tracks,
    ),
  );
}

async function listTrackSizes(benchmarkId: number) {
  return db.$queryRaw<{ trackId: number; track: string; cases: number }[]>`
    SELECT t.id AS "trackId", t.name AS track,
      (SELECT count(*)::int FROM cases c WHERE c.track_id = t.id) AS cases
    FROM tracks t WHERE t.benchmark_id = ${benchmarkId} ORDER BY t.position`;
}

/** One row a run, track and bin of confidence; failed calls and answers without probabilities have no bin. */
async function sumScores(benchmarkId: number): Promise<SummedTrack[]> {
  return db.$queryRaw<SummedTrack[]>`
    SELECT p.run_id AS "runId", c.track_id AS "trackId", p.bin::int AS bin,
      count(*)::int AS rows, count(*) FILTER (WHERE p.failed)::int AS failed,
      count(p.choice)::int AS answered, count(*) FILTER (WHERE p.correct)::int AS correct,
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

/** What each import of a run's results found, track by track. */
export async function getRun(_viewer: Staff, benchmarkId: number, runId: number) {
  return db.modelRun.findFirst({
    where: { id: runId, benchmarkId },
    select: {
      id: true,
      model: true,
      method: true,
      version: true,
      notes: true,
      ranAt: true,
      isDemo: true,
      createdAt: true,
      tracks: {
        select: {
          rows: true,
          matched: true,
          repaired: true,
          normalised: true,
          failed: true,
          resDiffers: true,
          unmatched: true,
          missing: true,
          importedAt: true,
          track: { select: { name: true } },
        },
        orderBy: { track: { position: "asc" } },
      },
    },
  });
}

export async function listRunNames(_viewer: Staff, benchmarkId: number) {
  return db.modelRun.findMany({
    where: { benchmarkId },
    select: { id: true, model: true, method: true, version: true },
    orderBy: { id: "asc" },
  });
}

/** One run's answers to current cases, for reading all of them a part at a time. */
export async function listPredictionsAfter(_viewer: Staff, runId: number, after: number, limit: number) {
  return db.$queryRaw<StoredPrediction[]>`
    SELECT p.case_version_id AS id, c.key, t.name AS track, v.option_names AS "optionNames",
      p.failed, p.choice::int, coalesce(p.probabilities, '{}') AS probabilities,
      r.text, r.cost, r.tokens
    FROM predictions p
      JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
      JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      LEFT JOIN model_responses r ON r.run_id = p.run_id AND r.case_version_id = p.case_version_id
    WHERE p.run_id = ${runId} AND p.case_version_id > ${after}
    ORDER BY p.case_version_id LIMIT ${limit}`;
}

export type StoredPrediction = {
  id: number;
  key: string;
  track: string;
  optionNames: string[];
  failed: boolean;
  choice: number | null;
  probabilities: number[];
  text: string | null;
  cost: number | null;
  tokens: number | null;
};
