import type { Figures } from "#lib/metrics/measure.ts";
import { withoutFigures } from "#lib/metrics/measure.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import type { TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/** People's mean over a part of a whole that was drawn by itself, and what the part is of the whole. */
export type WeightedPart = { readonly share: number; readonly mean: TwoWayMean };

/** Over parts that are unequally large, by the same people, numbered alike in each. */
export const weightedMean = (parts: readonly WeightedPart[]): number =>
  parts.reduce((sum, { share, mean }) => sum + share * mean.mean, 0);

/**
 * From the intervals of the parts (MOVER), whose cases have nothing in common and whose people are the same. One interval of
 * the pooled variance is too narrow where a few cases stand for most of the whole: they happen to be all but right, and the
 * variance with them.
 */
export function weightedInterval(
  parts: readonly WeightedPart[],
  intervalOf: (mean: TwoWayMean) => Figures<"low" | "high"> = (mean) => peopleInterval(mean),
): Figures<"low" | "high"> {
  const reaches: { below: number; above: number }[] = [];
  for (const { share, mean } of parts) {
    const { low, high, reason } = intervalOf(mean);
    if (low === null || high === null) return withoutFigures(["low", "high"], reason ?? "degenerate");
    reaches.push({ below: share * (mean.mean - low), above: share * (high - mean.mean) });
  }
  const value = weightedMean(parts);
  const reach = (side: "below" | "above") => {
    let sum = 0;
    for (const [i, one] of parts.entries())
      for (const [j, other] of parts.entries())
        sum +=
          correlate(one.mean, other.mean, i === j) * (reaches[i]?.[side] ?? 0) * (reaches[j]?.[side] ?? 0);
    return Math.sqrt(sum);
  };
  return {
    low: Math.max(0, value - reach("below")),
    high: Math.min(1, value + reach("above")),
    reason: null,
  };
}

/** How far those who do well on the one do well on the other. Of few people that they do worse is chance. */
function correlate(one: TwoWayMean, other: TwoWayMean, isSame: boolean): number {
  if (isSame) return 1;
  const spread = Math.sqrt((one.variance ?? 0) * (other.variance ?? 0));
  if (!(spread > 1e-15)) return 0;
  const together = one.leftOfPeople.reduce(
    (sum, left, i) => sum + left * (other.leftOfPeople[i] as number),
    0,
  );
  const people = Math.min(one.people, other.people);
  return Math.max(0, Math.min(1, (together * people) / ((people - 1) * spread)));
}
