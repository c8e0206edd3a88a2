import type { GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";
import { partVariance, pOfReach, reachOf } from "#lib/metrics/grouped/over-raters.ts";
import { requireNumber, requireSize } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures, type UndefinedReason } from "#lib/metrics/measure.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

export type MethodDifference = Figures<"difference" | "low" | "high" | "p"> & {
  /** Groups that have values of both methods, and who gave any of these. */
  readonly groups: number;
  readonly raters: number;
};

/** In fewer that differ, shares of what is rare are found different too often. */
export const minDiffering = 6;

const none = ["difference", "low", "high", "p"] as const;

/**
 * Whether two methods differ, for groups and raters like these: the mean over groups of their differences, each group
 * counting once. What a group is like for both cancels out, and so does how strict a rater is who judged both; that a rater
 * prefers a method doesn't. p is found by inverting the interval.
 */
export function differenceOf(a: GroupedValues, b: GroupedValues, level = defaultLevel): MethodDifference {
  return compare(summarise(a), summarise(b), level);
}

function compare(a: ByGroup, b: ByGroup, level: number): MethodDifference {
  const shared = [...a.keys()].filter((group) => b.has(group));
  const cells = shared.flatMap((group) => {
    const [one, other] = [a.get(group) as Group, b.get(group) as Group];
    return [...new Set([...one.raters.keys(), ...other.raters.keys()])].map((rater) => ({
      group,
      rater,
      one,
      other,
      ofOne: one.raters.get(rater) ?? nothing,
      ofOther: other.raters.get(rater) ?? nothing,
    }));
  });
  const counts = { groups: shared.length, raters: new Set(cells.map(({ rater }) => rater)).size };
  if (shared.length === 0) return { ...withoutFigures(none, "no_items"), ...counts };
  const meanOf = (side: ByGroup) =>
    shared.reduce((sum, group) => sum + (side.get(group) as Group).mean, 0) / shared.length;
  const [meanOfOne, meanOfOther] = [meanOf(a), meanOf(b)];
  const difference = meanOfOne - meanOfOther;
  const without = (reason: UndefinedReason) => ({
    ...withoutFigures(none, reason),
    difference,
    ...counts,
  });
  const apart = shared.map((group) => (a.get(group) as Group).mean - (b.get(group) as Group).mean);
  const differing = apart.filter((one) => Math.abs(one) > ROUNDING).length;
  if (differing === 0) return without("no_variation");
  if (differing < minDiffering) return without("too_few_groups");
  if (counts.raters < 2) return without("too_few_raters");
  const parts = partVariance({
    move: Float64Array.from(cells, ({ one, other, ofOne, ofOther }) => {
      // What the group is like for both methods is no error of their difference.
      const both = (one.mean - meanOfOne + other.mean - meanOfOther) / 2;
      const left = ofOne.sum - ofOne.weight * (meanOfOne + both);
      return (left - ofOther.sum + ofOther.weight * (meanOfOther + both)) / shared.length;
    }),
    weight: Float64Array.from(cells, ({ ofOne, ofOther }) => ofOne.weight + ofOther.weight),
    group: Int32Array.from(cells, ({ group }) => group),
    rater: Int32Array.from(cells, ({ rater }) => rater),
  });
  if (parts.ofGroups + parts.ofRaters < ROUNDING ** 2) return without("no_variation");
  const reach = reachOf(parts, level);
  return {
    difference,
    low: difference - reach,
    high: difference + reach,
    p: pOfReach(parts, difference),
    reason: null,
    ...counts,
  };
}

const ROUNDING = 1e-12;

/** Of one rater in one group: as parts of the group's mean. */
type RaterSum = { weight: number; sum: number };
type Group = { mean: number; raters: ReadonlyMap<number, RaterSum> };
type ByGroup = ReadonlyMap<number, Group>;

const nothing: RaterSum = { weight: 0, sum: 0 };

function summarise({ value, group, rater = null, weight = null }: GroupedValues): ByGroup {
  for (const [name, list] of Object.entries({ group, rater, weight }))
    if (list) requireSize(list.length, value.length, name);
  for (const one of value) requireNumber(one, "a value");
  const found = new Map<number, Map<number, RaterSum>>();
  value.forEach((one, i) => {
    const raters = found.get(group[i] as number) ?? new Map<number, RaterSum>();
    found.set(group[i] as number, raters);
    const by = rater?.[i] ?? 0;
    const own = raters.get(by) ?? { ...nothing };
    raters.set(by, own);
    const counts = weight ? (weight[i] as number) : 1;
    own.weight += counts;
    own.sum += counts * one;
  });
  return new Map(Array.from(found, ([at, raters]) => [at, toShares(raters)]));
}

function toShares(raters: ReadonlyMap<number, RaterSum>): Group {
  const sumOf = (name: keyof RaterSum) => [...raters.values()].reduce((sum, own) => sum + own[name], 0);
  const all = sumOf("weight");
  return {
    mean: sumOf("sum") / all,
    raters: new Map(
      Array.from(raters, ([rater, { weight, sum }]) => [rater, { weight: weight / all, sum: sum / all }]),
    ),
  };
}

export type DifferenceOfPair = MethodDifference & {
  readonly first: number;
  readonly second: number;
  /** Corrected for all pairs (Holm). */
  readonly holm: number | null;
};

/** Every method against every other. */
export function compareMethods(methods: readonly GroupedValues[], level = defaultLevel): DifferenceOfPair[] {
  const byGroup = methods.map(summarise);
  const pairs = byGroup.flatMap((a, first) =>
    byGroup.slice(first + 1).map((b, i) => ({ first, second: first + 1 + i, ...compare(a, b, level) })),
  );
  const { holm } = adjustP(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}
