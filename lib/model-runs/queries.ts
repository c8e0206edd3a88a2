import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { describedRun } from "#lib/model-runs/described-run.ts";
import { filterModelsSql, findFilter, type FilterModel } from "#lib/model-runs/filter-models.ts";
import { computeRunMetrics } from "#lib/model-runs/run-metrics.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { getMemoizedSums, sumScores } from "#lib/model-runs/sum-queries.ts";
import type { StoredPrediction } from "#lib/task-kinds/case-files.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Admin = Viewer<"admin">;

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
      select: {
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
        base: true,
        hasReasoning: true,
        replicate: true,
      },
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
      ...describedRun,
      isDemo: true,
      isFake: true,
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
    select: { id: true, model: true, method: true, version: true, replicate: true, isFake: true },
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
