import { parityFields, type RunMetrics, type RunRow } from "#lib/model-runs/schema.ts";

export const exportedColumns = [
  "model",
  "method",
  "version",
  "ran_at",
  "demo",
  "filter",
  "fake",
  "base",
  "reasoning",
  "replicate",
  "scope",
  "track",
  "n",
  "failed",
  "missing",
  "correct",
  "top1",
  "top1_low",
  "top1_high",
  "top2",
  "mean_rank",
  "ece",
  "brier",
  "brier_per_case",
  "f1",
  "top1_fair",
  "top2_fair",
  "mean_rank_fair",
  "instructions",
  "context",
  "tools",
  "option_order",
] as const;

type Cell = string | number | boolean | null;

/** A run's lines in the exported table, unrounded: each track, all cases pooled, the mean over tracks; with each, what the model had before it. */
export function exportedRows({ run, tracks, pooled, macro }: RunRow): Cell[][] {
  const head = [
    run.model,
    run.method,
    run.version,
    run.ranAt,
    run.isDemo,
    run.isFilter,
    run.isFake,
    run.base || null,
    run.hasReasoning,
    run.replicate,
  ];
  const parity = parityFields.map((field) => run[field] || null);
  const figures = (runMetrics: RunMetrics) => [
    runMetrics.n,
    runMetrics.failed,
    runMetrics.missing,
    runMetrics.correct,
    runMetrics.top1,
    runMetrics.top1Low,
    runMetrics.top1High,
    runMetrics.top2,
    runMetrics.meanRank,
    runMetrics.ece,
    runMetrics.brier,
    runMetrics.brierPerCase,
    runMetrics.f1,
    runMetrics.fair.top1,
    runMetrics.fair.top2,
    runMetrics.fair.meanRank,
  ];
  return [
    ...tracks.map((one) => [...head, "track", one.track, ...figures(one), ...parity]),
    [...head, "pooled", null, ...figures(pooled), ...parity],
    [...head, "mean", null, ...meanOnly(macro), ...parity],
  ];
}

/** The mean over tracks is of six figures; the rest of its line is empty. */
function meanOnly({ top1, top2, meanRank, ece, brier, f1 }: RunRow["macro"]): Cell[] {
  const counts = [null, null, null, null];
  const fair = [null, null, null];
  return [...counts, top1, null, null, top2, meanRank, ece, brier, null, f1, ...fair];
}
