import {
  requireCount,
  requireNumber,
  requireSameLength,
  MetricInputError,
} from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export const defaultBins = 20;

export type CalibrationBin = {
  readonly n: number;
  readonly confidenceSum: number;
  readonly correct: number;
};

/**
 * Where a bin begins and the one before it ends: a step multiple as numpy.linspace computes it
 * (0.15000000000000002, not 0.15). Dividing instead would move values that lie on an edge.
 */
export const edgeOf = (bin: number, bins: number = defaultBins): number =>
  bin === bins ? 1 : bin * (1 / bins);

/** The bin (low, high] a confidence belongs to; null for exactly 0, which lies in none. */
export function findBin(confidence: number, bins: number = defaultBins): number | null {
  if (confidence <= 0) return null;
  let bin = Math.min(bins - 1, Math.max(0, Math.ceil(confidence * bins) - 1));
  while (bin > 0 && confidence <= edgeOf(bin, bins)) bin -= 1;
  while (bin < bins - 1 && confidence > edgeOf(bin + 1, bins)) bin += 1;
  return bin;
}

/** Expected calibration error from sums per bin; `n` also counts the items that lie in no bin. */
export function combineCalibration(bins: readonly CalibrationBin[], n: number): number | null {
  if (n === 0) return null;
  return bins.reduce((sum, bin) => sum + Math.abs(bin.confidenceSum - bin.correct), 0) / n;
}

export function requireBins(bins: number): void {
  requireCount(bins, "bins");
  if (bins === 0) throw new MetricInputError("out_of_range", "bins is 0, at least 1 is needed");
}

export function computeEce(
  confidence: readonly number[],
  correct: readonly (number | boolean)[],
  bins: number = defaultBins,
): Figures<"ece"> {
  requireBins(bins);
  requireSameLength(confidence, correct, "confidence and correct");
  const sums = Array.from({ length: bins }, () => ({ n: 0, confidenceSum: 0, correct: 0 }));
  confidence.forEach((value, i) => {
    const right = Number(correct[i]);
    requireNumber(value, "confidence", 0, 1);
    requireNumber(right, "correct", 0, 1);
    const bin = findBin(value, bins);
    const sum = bin === null ? undefined : sums[bin];
    if (!sum) return;
    sum.n += 1;
    sum.confidenceSum += value;
    sum.correct += right;
  });
  const ece = combineCalibration(sums, confidence.length);
  return ece === null ? withoutFigures(["ece"], "no_items") : { ece, reason: null };
}
