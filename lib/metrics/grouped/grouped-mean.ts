import { requireNumber, requireSize } from "#lib/metrics/input-error.ts";
import { keepFinite, withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, scoreInterval, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** Values by the group of cases they belong to: one scenario, one person whom cases are about. */
export type GroupedValues = {
  readonly value: Float64Array;
  readonly group: Int32Array;
  /** How much each counts; alike without it. */
  readonly weight?: Float64Array | null;
  /** Who gave it, where people like these are spoken of and not only these. */
  readonly rater?: Int32Array | null;
  /** What every repetition of the study would have, a track for instance: differences between them are no error. */
  readonly stratum?: Int32Array | null;
};

/** The least and the most a value can be. */
export type Range = readonly [least: number, most: number];

const figures = ["mean", "low", "high"] as const;
export type GroupedMean = Figures<(typeof figures)[number]> & {
  readonly n: number;
  readonly groups: number;
  readonly raters: number | null;
};

/**
 * The mean of values within a range, for groups like these, and where raters are named for raters like these, too. The
 * variance is clustered by group, and what raters have in common comes to it (Cameron, Gelbach and Miller 2011); the
 * interval is Wilson's of as many values as would have that variance, so that it stays within the range.
 */
export function groupedMean(
  given: GroupedValues,
  [least, most]: Range,
  level: number = defaultLevel,
): GroupedMean {
  return boundMean(given, [least, most], { level, are: "values" });
}

/** Of values that are 0 or 1. Its variance is never taken as less than that of as many draws of their own. */
export const groupedShare = (given: GroupedValues, level: number = defaultLevel): GroupedMean =>
  boundMean(given, [0, 1], { level, are: "draws" });

/** Of what each rater adds to the value of a group: the mean of these lies within the range, one of them may not. */
export const meanOfParts = (given: GroupedValues, range: Range, level: number = defaultLevel): GroupedMean =>
  boundMean(given, range, { level, are: "parts" });

function boundMean(
  given: GroupedValues,
  [least, most]: Range,
  { level, are }: { level: number; are: "values" | "draws" | "parts" },
): GroupedMean {
  const { value, group, rater = null, weight = null, stratum = null } = given;
  for (const [name, list] of Object.entries({ group, rater, weight, stratum }))
    if (list) requireSize(list.length, value.length, name);
  const within: Range = are === "parts" ? [-Infinity, Infinity] : [least, most];
  for (const one of value) requireNumber(one, "a value", ...within);
  const n = value.length;
  const counts = { n, groups: countOf(group), raters: rater && countOf(rater) };
  if (n === 0) return { ...withoutFigures(figures, "no_items"), ...counts };
  const weightOf = (i: number) => (weight ? (weight[i] as number) : 1);
  let [all, sum] = [0, 0];
  for (let i = 0; i < n; i++) {
    all += weightOf(i);
    sum += weightOf(i) * ((value[i] as number) - least);
  }
  const share = sum / all / (most - least);
  const mean = least + sum / all;
  const without = (reason: "too_few_groups" | "too_few_raters" | "no_variation") => ({
    mean,
    low: null,
    high: null,
    reason,
    ...counts,
  });
  const centres = centreOf(given);
  if (counts.groups <= centres.size) return without("too_few_groups");
  if (counts.raters === 1) return without("too_few_raters");
  const centre = (i: number) => centres.get(stratum?.[i] ?? 0) as number;
  const moves = value.map((one, i) => (weightOf(i) * (one - centre(i))) / all / (most - least));
  const { variance, deviate } = clusterVariance(moves, { group, rater, level, strata: centres.size });
  const own = are === "draws" ? share * (1 - share) * sumOf(moves, (_, i) => (weightOf(i) / all) ** 2) : 0;
  const known = Math.max(variance, own);
  const atEnd = share < ROUNDING || share > 1 - ROUNDING;
  if (!atEnd && known < ROUNDING ** 2) return without("no_variation");
  // Where all are at one end, the groups are all there is to go by.
  const effective = atEnd ? counts.groups : (share * (1 - share)) / known;
  const { low, high } = scoreInterval(share, effective, deviate);
  const bounds = { low: least + low * (most - least), high: least + high * (most - least) };
  return { ...keepFinite({ mean, ...bounds, reason: null }), ...counts };
}

const ROUNDING = 1e-12;

/** The mean of each stratum; of all where there are none. */
function centreOf({ value, weight, stratum }: GroupedValues): ReadonlyMap<number, number> {
  const sums = new Map<number, { all: number; sum: number }>();
  for (const [i, one] of value.entries()) {
    const { all, sum } = sums.get(stratum?.[i] ?? 0) ?? { all: 0, sum: 0 };
    const own = weight?.[i] ?? 1;
    sums.set(stratum?.[i] ?? 0, { all: all + own, sum: sum + own * one });
  }
  return new Map([...sums].map(([key, { all, sum }]) => [key, sum / all]));
}

type Clusters = { group: Int32Array; rater: Int32Array | null; level: number; strata: number };

/** Raters only ever add to what groups vary by, and each of the two parts has its own deviate (Cochran 1964). */
function clusterVariance(moves: Float64Array, { group, rater, level, strata }: Clusters) {
  const groups = sumBy(moves, group);
  const ofGroups = correct(groups, strata);
  const deviate = studentDeviate(level, groups.size - strata);
  if (!rater) return { variance: ofGroups, deviate };
  const raters = sumBy(moves, rater);
  const width = group.reduce((most, one) => Math.max(most, one), 0) + 1;
  const both = sumBy(
    moves,
    rater.map((one, i) => one * width + (group[i] as number)),
  );
  const ofRaters = Math.max(0, correct(raters, 1) - squares(both));
  const variance = ofGroups + ofRaters;
  const reach = ofGroups * deviate ** 2 + ofRaters * studentDeviate(level, raters.size - 1) ** 2;
  return { variance, deviate: variance > 0 ? Math.sqrt(reach / variance) : deviate };
}

function sumBy(moves: Float64Array, place: Int32Array): Map<number, number> {
  const sums = new Map<number, number>();
  for (let i = 0; i < moves.length; i++)
    sums.set(place[i] as number, (sums.get(place[i] as number) ?? 0) + (moves[i] as number));
  return sums;
}

const squares = (sums: ReadonlyMap<number, number>) =>
  [...sums.values()].reduce((all, one) => all + one * one, 0);

/** Each stratum's mean is estimated, too; a rater is in all of them. */
const correct = (sums: ReadonlyMap<number, number>, estimated: number) =>
  (squares(sums) * sums.size) / (sums.size - estimated);

const countOf = (places: Int32Array): number => new Set(places).size;

const sumOf = (values: Float64Array, of: (value: number, i: number) => number): number =>
  values.reduce((sum, value, i) => sum + of(value, i), 0);
