import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import { requireCount, requireLevel } from "#lib/metrics/input-error.ts";
import type { Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { gapInterval, type Gap } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import type { TwoWayMean } from "#lib/metrics/two-way/variance.ts";

// Intervals that hold at every look, each person an increment: Robbins' mixture of normals (Howard and others 2021), the
// narrowest about where the study is planned to end. Cases are drawn once and don't vary from look to look, so that they
// hold more surely than they say.

/** People's, where so many were planned. */
export const everyLookInterval = (
  mean: TwoWayMean,
  planned: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> => peopleInterval(mean, everyLookLevel(mean.people, planned, level));

/** Of people less a model. */
export const everyLookGap = (
  gap: Gap,
  planned: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> => gapInterval(gap, everyLookLevel(gap.people.people, planned, level));

/** Student's t has no end, nor has what can be told apart from 1. */
const MOST = 1 - 1e-12;

/** The level of an ordinary interval of so many people that is as wide as one that holds at every look. */
export const everyLookLevel = (people: number, planned: number, level: number = defaultLevel): number =>
  Math.min(MOST, 2 * normalCdf(lookDeviate(people, planned, level), 0, 1) - 1);

/** Standard errors to either side that a walk never leaves, with this likelihood, at any of its steps. */
export function lookDeviate(people: number, planned: number, level: number = defaultLevel): number {
  requireLevel(level);
  requireCount(planned, "planned");
  const wide = -2 * Math.log(1 - level);
  const ratio = (people / Math.max(1, planned)) * narrowest(wide);
  return Math.sqrt((1 + 1 / ratio) * (Math.log1p(ratio) + wide));
}

/** Where x = log(1 + x) + wide: the mixture whose boundary is the narrowest at the planned end. */
function narrowest(wide: number): number {
  let x = wide;
  for (let step = 0; step < 60; step++) x = Math.log1p(x) + wide;
  return x;
}
