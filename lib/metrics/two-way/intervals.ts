import { keepFinite, withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import {
  defaultLevel,
  normalDeviate,
  scoreInterval,
  studentDeviate,
} from "#lib/metrics/tests/proportion-interval.ts";
import { isLopsided } from "#lib/metrics/two-way/ceiling.ts";
import type { TwoWaySpread } from "#lib/metrics/two-way/variance.ts";
import type { DesignEffect } from "#lib/metrics/two-way/works.ts";

/** Of the mean person on the mean case: Wilson's, with as many answers as would have the same variance. */
export function peopleInterval(
  all: TwoWaySpread,
  level: number = defaultLevel,
  df: number = isLopsided(all) ? all.df / 2 : all.df,
): Figures<"low" | "high"> {
  const { mean, variance, clusters, people } = all;
  if (variance === null)
    return withoutFigures(["low", "high"], people < 2 ? "too_few_raters" : "too_few_items");
  // Where all are right, or none is, the cases are all there is to go by.
  const effective = variance === 0 ? clusters : (mean * (1 - mean)) / variance;
  return keepFinite({ ...scoreInterval(mean, effective, studentDeviate(level, df)), reason: null });
}

/** A model's mean over cases of unequal weight. */
export type ModelMean = {
  readonly mean: number;
  /** The number of cases of equal weight that say as much. */
  readonly effective: number;
  /** Null where each case stands for itself; else of how closely is known what cases of one work have in common. */
  readonly df: number | null;
};

/** A case without a score weighs nothing. */
export function modelMean(
  weights: Float64Array,
  scores: Float64Array,
  works: DesignEffect | null = null,
): ModelMean | null {
  let [all, right, squares] = [0, 0, 0];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    const weight = weights[at] as number;
    if (Number.isNaN(score)) continue;
    all += weight;
    right += weight * score;
    squares += weight * weight;
  }
  if (all === 0) return null;
  const effective = all ** 2 / squares;
  return {
    mean: right / all,
    effective: works ? effective / works.factor : effective,
    df: works && works.df,
  };
}

/** Wilson's over cases: one more right answer never lowers either bound. */
export const modelInterval = (
  { mean, effective, df }: ModelMean,
  level: number = defaultLevel,
): Figures<"low" | "high"> =>
  keepFinite({
    ...scoreInterval(mean, effective, df === null ? normalDeviate(level) : studentDeviate(level, df)),
    reason: null,
  });
