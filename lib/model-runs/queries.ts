import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { PairedCounts } from "#lib/metrics/tests/paired-difference.ts";
import { computeRunMetrics, type SummedTrack } from "#lib/model-runs/run-metrics.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { type FilterModel, filterModelsSql, findFilter } from "#lib/model-runs/stored-runs.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { StoredPrediction } from "#lib/task-kinds/case-files.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Admin = Viewer<"admin">;

/** A run, how it was made and what it had before it. */
export const listedRun = {
  id: true,
  model: true,
  method: true,
  version: true,
  notes: true,
  instructions: true,
  context: true,
  tools: true,
  optionOrder: true,
  ranAt: true,
  isDemo: true,
  isFilter: true,
  isFake: true,
  isPeople: true,
  base: true,
  hasReasoning: true,
  replicate: true,
} as const satisfies Prisma.ModelRunSelect;
/**
 * Every figure of every run, from the parts that were scored when the answers were stored. `isFresh` adds them
 * up again though nothing was imported since.
 */
export async function listRuns(
  viewer: Admin,
  benchmarkId: number,
  { isFresh = false } = {},
): Promise<RunRow[]> {
  const [runs, tracks, sums, filters] = await Promise.all([
    db.modelRun.findMany({
      where: { benchmarkId },
      select: listedRun,
      orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
    }),
    listTrackSizes(benchmarkId),
    isFresh ? sumScores(viewer, benchmarkId) : getMemoizedSums(viewer, benchmarkId),
    // In SQL: Prisma follows no chain of benchmarks.
    db.$queryRawUnsafe<FilterModel[]>(filterModelsSql, benchmarkId),
  ]);
  const byRun = Map.groupBy(sums, ({ runId }) => runId);
  return runs.map(({ ranAt, ...run }) =>
    computeRunMetrics(
      {
        ...run,
        filteredBy: findFilter(filters, run.model)?.stage ?? null,
        ranAt: ranAt?.toISOString().slice(0, 10) ?? null,
      },
      byRun.get(run.id) ?? [],
      tracks,
    ),
  );
}

/** In SQL: Prisma would count the cases of every benchmark. */
async function listTrackSizes(benchmarkId: number) {
  return db.$queryRaw<{ trackId: number; track: string; cases: number }[]>`
    SELECT t.id AS "trackId", t.name AS track,
      (SELECT count(*)::int FROM cases c WHERE c.track_id = t.id) AS cases
    FROM tracks t WHERE t.benchmark_id = ${benchmarkId} ORDER BY t.position`;
}

/** What each import of a run's results found, track by track. */
export async function getRun(_admin: Admin, benchmarkId: number, runId: number) {
  return db.modelRun.findFirst({
    where: { id: runId, benchmarkId },
    select: {
      ...listedRun,
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

export async function listRunNames(_admin: Admin, benchmarkId: number) {
  return db.modelRun.findMany({
    where: { benchmarkId },
    select: {
      id: true,
      model: true,
      method: true,
      version: true,
      replicate: true,
      isFake: true,
      isPeople: true,
    },
    orderBy: { id: "asc" },
  });
}

/** Of every benchmark, for choosing one and then a run of it. */
export async function listEveryRunName(_admin: Admin) {
  return db.modelRun.findMany({
    select: { id: true, model: true, method: true, version: true, benchmark: { select: { slug: true } } },
    orderBy: { id: "asc" },
  });
}

/** One run's answers to current cases, for reading all of them a part at a time. In SQL: answers and responses have no relation. */
export async function listPredictionsAfter(_admin: Admin, runId: number, after: number, limit: number) {
  return db.$queryRaw<ListedPrediction[]>`
    SELECT p.case_version_id AS id, c.key, c.kind::text, t.name AS track, v.option_names AS "optionNames",
      p.failed, p.repaired, p.choice::int, coalesce(p.probabilities, '{}') AS probabilities, p.score, p.traits,
      r.text, r.cost, r.tokens
    FROM predictions p
      JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
      JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      LEFT JOIN model_responses r ON r.run_id = p.run_id AND r.case_version_id = p.case_version_id
    WHERE p.run_id = ${runId} AND p.case_version_id > ${after}
    ORDER BY p.case_version_id LIMIT ${limit}`;
}

export type ListedPrediction = StoredPrediction & {
  id: number;
  key: string;
  kind: KindName;
  track: string;
  optionNames: string[];
  text: string | null;
  cost: number | null;
  tokens: number | null;
};

/** One row a run, track and bin of confidence; failed calls and answers without probabilities have no bin. In SQL: Prisma's sums take no conditions. */
async function sumScores(_admin: Admin, benchmarkId: number): Promise<SummedTrack[]> {
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

const memoized = processSingleton("run_sums", () => new BoundedMap<number, Memoized>(20, "run_sums"));

/**
 * Every import that changes anything writes its event in the same transaction, and a run that was asked for here is a new
 * one: the newest of both tells whether what is remembered still holds, whichever process stored.
 */
export async function getImportStamp(_admin: Admin, benchmarkId: number): Promise<string> {
  const about = { subjectType: "benchmark", subjectId: String(benchmarkId) };
  const [event, run] = await Promise.all([
    db.auditEvent.aggregate({ where: about, _max: { id: true } }),
    db.modelRun.aggregate({ where: { benchmarkId }, _max: { id: true } }),
  ]);
  return `${event._max.id} ${run._max.id}`;
}

/** The same sums, added up once between two imports. */
export async function getMemoizedSums(viewer: Admin, benchmarkId: number): Promise<SummedTrack[]> {
  const upTo = await getImportStamp(viewer, benchmarkId);
  const known = memoized.get(benchmarkId);
  if (known?.upTo === upTo) return known.sums;
  const sums = sumScores(viewer, benchmarkId);
  memoized.set(benchmarkId, { upTo, sums });
  // What failed is asked again.
  sums.catch(() => memoized.delete(benchmarkId));
  return sums;
}

/** How two runs did on the current cases of one track that both answered: `first` is the one with the smaller number. */
export type PairedTrack = PairedCounts & { first: number; second: number; track: string };

/** In SQL: two rows of the same table beside each other, counted. */
export async function countPaired(
  _admin: Admin,
  benchmarkId: number,
  runIds: readonly number[],
): Promise<PairedTrack[]> {
  if (runIds.length < 2) return [];
  return db.$queryRaw<PairedTrack[]>`
    WITH said AS (
      SELECT p.run_id, p.case_version_id, p.correct, t.name AS track
      FROM predictions p
        JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
        JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      WHERE p.correct IS NOT NULL AND t.benchmark_id = ${benchmarkId} AND p.run_id = ANY (${[...runIds]}))
    SELECT a.run_id AS first, b.run_id AS second, a.track,
      count(*) FILTER (WHERE a.correct AND b.correct)::int AS both,
      count(*) FILTER (WHERE a.correct AND NOT b.correct)::int AS "onlyFirst",
      count(*) FILTER (WHERE NOT a.correct AND b.correct)::int AS "onlySecond",
      count(*) FILTER (WHERE NOT a.correct AND NOT b.correct)::int AS neither
    FROM said a JOIN said b ON b.case_version_id = a.case_version_id AND a.run_id < b.run_id
    GROUP BY 1, 2, 3`;
}
