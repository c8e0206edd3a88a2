import { MetricInputError } from "#lib/metrics/input-error.ts";
import type { Figures } from "#lib/metrics/measure.ts";
import { optionScores, type OptionItem, type OptionScoring } from "#lib/metrics/scores/option-scores.ts";

/** 1 right, 0 wrong, -1 the call failed, null not tried yet. */
export type Success = 1 | 0 | -1 | null;
export type RunRow = OptionItem & { readonly success: Success };

export type RunStatistics = {
  readonly recommended: Figures<"accuracyOfAnswered" | "accuracyOfAll"> & {
    readonly items: number;
    readonly answered: number;
    readonly failed: number;
    readonly pending: number;
  };
  /** The reference code's summary: failed calls are among its samples, and its errors are the rows never tried. */
  readonly upstream: Figures<"top1" | "statisticsAccuracy"> & {
    readonly numSamples: number;
    readonly completedSamples: number;
    readonly successCount: number;
    readonly failureCount: number;
    readonly errorCount: number;
  };
};

export function runStatistics(rows: readonly RunRow[], scoring: OptionScoring = {}): RunStatistics {
  const tally = (rowsToCount: readonly RunRow[], value: Success) =>
    rowsToCount.filter((row) => row.success === value).length;
  const strange = rows.find((row) => ![1, 0, -1, null].includes(row.success));
  if (strange) throw new MetricInputError("out_of_range", `success is ${strange.success}`);

  const right = tally(rows, 1);
  const answered = right + tally(rows, 0);
  const tried = rows.filter((row) => row.success !== null && row.gold !== null);
  const triedRight = tally(tried, 1);
  const { top1 } = optionScores(tried, scoring);
  return {
    recommended: {
      items: rows.length,
      answered,
      failed: tally(rows, -1),
      pending: tally(rows, null),
      accuracyOfAnswered: answered === 0 ? null : right / answered,
      accuracyOfAll: rows.length === 0 ? null : right / rows.length,
      reason: answered === 0 ? "no_items" : null,
    },
    upstream: {
      numSamples: tried.length,
      completedSamples: tried.length,
      successCount: triedRight,
      failureCount: tally(tried, 0),
      errorCount: rows.length - tried.length,
      top1,
      statisticsAccuracy: tried.length === 0 ? null : triedRight / tried.length,
      reason: top1 === null ? "no_items" : null,
    },
  };
}
