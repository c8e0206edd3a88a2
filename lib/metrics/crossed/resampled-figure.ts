import { requireLevel } from "#lib/metrics/input-error.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";

/** A figure of the data and the percentile interval of its replicates. The reason says why either is missing. */
export type ResampledFigure = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: UndefinedReason | null;
  /** Replicates in which the figure doesn't exist. */
  readonly discarded: number;
};

/** With a two-sided test whether the figure is 0. */
export type ResampledTest = ResampledFigure & { readonly p: number | null };

/** Sums of fractions in another order differ by about as much; no two shares of whole numbers lie as near. */
const ROUNDING = 1e-13;

/** Replicates in which the figure doesn't exist are NaN. They are sorted in place. */
export function concludeReplicates(
  value: number | null,
  replicates: Float64Array,
  level: number,
  missing: UndefinedReason = "no_items",
): ResampledTest {
  requireLevel(level);
  // NaN is sorted behind every number.
  replicates.sort();
  let kept = replicates.length;
  while (kept > 0 && Number.isNaN(replicates[kept - 1])) kept -= 1;
  const discarded = replicates.length - kept;
  const nothing = { low: null, high: null, p: null, discarded };
  if (value === null) return { value, ...nothing, reason: missing };
  if (kept === 0) return { value, ...nothing, reason: "degenerate" };
  const sorted = replicates.subarray(0, kept);
  // Resampling what is all alike finds nothing that could vary, which is no certainty.
  if ((sorted[kept - 1] as number) - (sorted[0] as number) <= ROUNDING)
    return { value, ...nothing, reason: "no_variation" };
  const tail = (1 - level) / 2;
  return {
    value,
    low: quantileOfSorted(sorted, tail),
    high: quantileOfSorted(sorted, 1 - tail),
    p: Math.min(1, (2 * (1 + countTail(sorted))) / (kept + 1)),
    reason: null,
    discarded,
  };
}

export function withoutTest({ value, low, high, reason, discarded }: ResampledTest): ResampledFigure {
  return { value, low, high, reason, discarded };
}

/** Linear between the two neighbours, as numpy and R (type 7) do it. */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (place - Math.floor(place)) * (above - below);
}

/** How many lie on the rarer side of 0; those at 0 lie on both. */
function countTail(sorted: Float64Array): number {
  let notAbove = 0;
  let notBelow = 0;
  for (const replicate of sorted) {
    if (replicate <= 0) notAbove += 1;
    if (replicate >= 0) notBelow += 1;
  }
  return Math.min(notAbove, notBelow);
}
