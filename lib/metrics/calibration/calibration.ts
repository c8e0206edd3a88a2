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
type BinSums = { -readonly [Name in keyof CalibrationBin]: CalibrationBin[Name] };

export function emptyBins(bins: number = defaultBins): BinSums[] {
  requireBins(bins);
  return Array.from({ length: bins }, () => ({ n: 0, confidenceSum: 0, correct: 0 }));
}

/** Whether the confidence lies in a bin and was added to it. */
export function addToBins(
  sums: readonly BinSums[],
  confidence: number,
  correct: number,
  place: number | null = findBin(confidence, sums.length),
): boolean {
  const sum = place === null ? undefined : sums[place];
  if (!sum) return false;
  sum.n += 1;
  sum.confidenceSum += confidence;
  sum.correct += correct;
  return true;
}

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

function requireBins(bins: number): void {
  requireCount(bins, "bins");
  if (bins === 0) throw new MetricInputError("out_of_range", "bins is 0, but must be at least 1");
}

export function computeEce(
  confidence: readonly number[],
  correct: readonly (number | boolean)[],
  bins: number = defaultBins,
): Figures<"ece"> {
  requireSameLength(confidence, correct, "confidence and correct");
  const sums = emptyBins(bins);
  confidence.forEach((value, i) => {
    const right = Number(correct[i]);
    requireNumber(value, "confidence", 0, 1);
    requireNumber(right, "correct", 0, 1);
    addToBins(sums, value, right);
  });
  const ece = combineCalibration(sums, confidence.length);
  return ece === null ? withoutFigures(["ece"], "no_items") : { ece, reason: null };
}
