import { requireCount, requireLevel } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import {
  defaultLevel,
  normalDeviate,
  scoreInterval,
  studentDeviate,
} from "#lib/metrics/tests/proportion-interval.ts";
import type { TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/**
 * People's interval that holds at every look, each person an increment: Robbins' mixture of normals (Howard and others
 * 2021), the narrowest about where the study is planned to end.
 */
export function everyLookInterval(
  { mean, variance, clusters, people, df }: TwoWayMean,
  planned: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  if (variance === null)
    return withoutFigures(["low", "high"], people < 2 ? "too_few_raters" : "too_few_items");
  const effective = variance === 0 ? clusters : (mean * (1 - mean)) / variance;
  // The standard error is known from few people, as it is at a single look.
  const unsure = studentDeviate(level, df) / normalDeviate(level);
  return { ...scoreInterval(mean, effective, unsure * lookDeviate(people, planned, level)), reason: null };
}

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
