import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";

export const exportedColumns = [
  "model",
  "method",
  "version",
  "ran_at",
  "demo",
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
] as const;

type Cell = string | number | boolean | null;

/** A run's lines in the exported table, unrounded: each track, all cases pooled, the mean over tracks. */
export function exportedRows({ run, tracks, pooled, macro }: RunRow): Cell[][] {
  const head = [run.model, run.method, run.version, run.ranAt, run.isDemo];
  const figures = (it: RunMetrics) => [
    it.n,
    it.failed,
    it.missing,
    it.correct,
    it.top1,
    it.top1Low,
    it.top1High,
    it.top2,
    it.meanRank,
    it.ece,
    it.brier,
    it.brierPerCase,
    it.f1,
    it.fair.top1,
    it.fair.top2,
    it.fair.meanRank,
  ];
  return [
    ...tracks.map((it) => [...head, "track", it.track, ...figures(it)]),
    [...head, "pooled", null, ...figures(pooled)],
    [...head, "mean", null, ...meanOnly(macro)],
  ];
}

/** The mean over tracks is of six figures; the rest of its line is empty. */
function meanOnly({ top1, top2, meanRank, ece, brier, f1 }: RunRow["macro"]): Cell[] {
  const counts = [null, null, null, null];
  const fair = [null, null, null];
  return [...counts, top1, null, null, top2, meanRank, ece, brier, null, f1, ...fair];
}
