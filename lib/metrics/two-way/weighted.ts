import { keepFinite, withoutFigures, type Figures } from "#lib/metrics/measure.ts";
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
  return keepFinite({
    low: Math.max(0, value - reach("below")),
    high: Math.min(1, value + reach("above")),
    reason: null,
  });
}

/**
 * How far those who do well on the one do well on the other, and works that are hard in the one are hard in the other. Of few
 * that they do worse is chance.
 */
function correlate(one: TwoWayMean, other: TwoWayMean, isSame: boolean): number {
  if (isSame) return 1;
  const spread = Math.sqrt((one.variance ?? 0) * (other.variance ?? 0));
  if (!(spread > 1e-15)) return 0;
  const people = Math.min(one.people, other.people);
  const ofPeople = (dot(one.leftOfPeople, other.leftOfPeople) * people) / (people - 1);
  const [first, second] = [correctLeft(one), correctLeft(other)];
  return Math.max(0, Math.min(1, (ofPeople + dot(first, second)) / spread));
}

const correctLeft = ({ left, correction }: TwoWayMean) =>
  left.map((own, cluster) => own * Math.sqrt(correction[cluster] as number));

const dot = (one: Float64Array, other: Float64Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
