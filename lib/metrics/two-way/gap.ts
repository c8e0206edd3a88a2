import { keepFinite, withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { isLopsided } from "#lib/metrics/two-way/ceiling.ts";
import { clusterAt, keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { modelInterval, modelMean, peopleInterval, type ModelMean } from "#lib/metrics/two-way/intervals.ts";
import { add, weighCases } from "#lib/metrics/two-way/strata.ts";
import { twoWayMean, type TwoWayMean, type TwoWaySpread } from "#lib/metrics/two-way/variance.ts";
import { judgeWorks, type DesignEffect } from "#lib/metrics/two-way/works.ts";

/** People less a model over the same answers, and what its interval is made of. */
export type Gap = {
  readonly people: TwoWayMean;
  readonly model: ModelMean;
  readonly value: number;
  /** How far cases that are hard for people are those that the model misses; and how much of that narrows the interval. */
  readonly found: number;
  readonly correlation: number;
};

/** People's mean over their answers, and by case what it weighs in it. */
export type WeightedPeople = {
  readonly input: TwoWayInput;
  readonly people: TwoWayMean;
  readonly weights: Float64Array;
};

export function weighPeople(input: TwoWayInput): WeightedPeople | null {
  const people = twoWayMean(input);
  if (!people) return null;
  const { share, weight, answerWeight, of } = people.strata;
  const weights = weighCases(input, answerWeight).map((own, at) => {
    const stratum = of[at] as number;
    return own === 0 ? 0 : (own * (share[stratum] as number)) / (weight[stratum] as number);
  });
  return { input, people, weights };
}

/** Over the answers to those cases that the model answered, too; each weighs for the model as much as for people. */
export function measureGap(
  all: WeightedPeople,
  scores: Float64Array,
  works: DesignEffect | null = null,
): Gap | null {
  const lacks = all.weights.some((weight, at) => weight !== 0 && Number.isNaN(scores[at]));
  const shared = lacks
    ? weighPeople(keepAnswers(all.input, (i) => !Number.isNaN(scores[all.input.case[i] as number])))
    : all;
  const model = shared && modelMean(shared.weights, scores, works);
  if (!model) return null;
  const { people, input } = shared;
  const found = correlate(shared, scores, model);
  const correlation = trust(found, people, input.clusterOf != null);
  return { people, model, value: people.mean - model.mean, found, correlation };
}

/** The same from answers as they are, with what their works have in common. */
export function measureGapOf(input: TwoWayInput, scores: Float64Array): Gap | null {
  const weighed = weighPeople(input);
  return weighed && measureGap(weighed, scores, judgeWorks(input)?.ofAnswers);
}

/** Of fewer cases going together is mostly chance, and would narrow an interval by what isn't there. */
export const minForGain = 10;
/** Works are few, and none is left out for that: what is gained is less by so many of its standard errors. */
const DOUBT = 0.5;

function correlate(
  { input, people, weights }: WeightedPeople,
  scores: Float64Array,
  model: ModelMean,
): number {
  const { cases } = input;
  const variance = (people.variance ?? 0) * ((model.mean * (1 - model.mean)) / model.effective);
  // What is a hair's breadth from one is one, summed up in parts.
  if (!(variance > 1e-15)) return 0;
  const ownMeans = meansOf(scores, people, weights);
  const left = new Float64Array(cases);
  for (let at = 0; at < cases; at++) {
    const weight = weights[at] as number;
    if (weight === 0) continue;
    const mean = ownMeans[people.strata.of[at] as number] as number;
    add(left, clusterAt(input, at), weight * ((scores[at] as number) - mean));
  }
  let together = 0;
  left.forEach((ofModel, cluster) => {
    if (ofModel !== 0)
      together += (people.correction[cluster] as number) * (people.left[cluster] as number) * ofModel;
  });
  return Math.max(-1, Math.min(1, together / Math.sqrt(variance)));
}

/** How much of a correlation that was found narrows the interval, or widens it. */
export function trust(found: number, people: TwoWaySpread, byWork: boolean): number {
  const correlation = Math.max(-1, Math.min(1, found));
  if (correlation < 0) return correlation;
  if (isLopsided(people)) return 0;
  if (byWork) return Math.max(0, correlation - DOUBT / Math.sqrt(people.clusters - 1));
  return people.clusters < minForGain ? 0 : correlation;
}

/** Of the model, by stratum. */
function meansOf(scores: Float64Array, { strata }: TwoWayMean, weights: Float64Array): Float64Array {
  const sums = { weight: new Float64Array(strata.count), right: new Float64Array(strata.count) };
  weights.forEach((weight, at) => {
    if (weight === 0) return;
    add(sums.weight, strata.of[at] as number, weight);
    add(sums.right, strata.of[at] as number, weight * (scores[at] as number));
  });
  return sums.right.map((right, stratum) => right / (sums.weight[stratum] as number));
}

export const gapInterval = (
  { people, model, correlation }: Gap,
  level: number = defaultLevel,
): Figures<"low" | "high"> =>
  moverInterval(
    { mean: people.mean, ...peopleInterval(people, level) },
    { mean: model.mean, ...modelInterval(model, level) },
    correlation,
  );

type Estimate = { mean: number } & Figures<"low" | "high">;

/** Of one mean less another, from the intervals of both, which may be lopsided (MOVER; Newcombe 1998). */
export function moverInterval(one: Estimate, other: Estimate, correlation: number): Figures<"low" | "high"> {
  if (one.low === null || one.high === null || other.low === null || other.high === null)
    return withoutFigures(["low", "high"], one.reason ?? other.reason ?? "degenerate");
  const reach = (ofFirst: number, ofSecond: number) =>
    Math.sqrt(Math.max(0, ofFirst ** 2 - 2 * correlation * ofFirst * ofSecond + ofSecond ** 2));
  const value = one.mean - other.mean;
  return keepFinite({
    low: value - reach(one.mean - one.low, other.high - other.mean),
    high: value + reach(one.high - one.mean, other.mean - other.low),
    reason: null,
  });
}

/** How closely p is looked for: first in steps of a tenth of it, then by halves. */
const FACTOR = 0.9;
const LEAST = 1e-15;
const HALVES = 50;

/**
 * The largest error at which the interval of a difference still holds this much, by inverting it. Intervals of few people and
 * cases that go together need not lie one within the other, so that it is looked for from above.
 */
export function pAgainst(
  intervalAt: (level: number) => Figures<"low" | "high">,
  value: number,
  against = 0,
): number | null {
  if (intervalAt(defaultLevel).reason !== null) return null;
  if (value === against) return 1;
  const holds = (p: number) => {
    const { low, high } = intervalAt(1 - p);
    return low !== null && high !== null && low <= against && against <= high;
  };
  let left = 1;
  let held = FACTOR;
  while (!holds(held)) {
    left = held;
    held *= FACTOR;
    if (held < LEAST) return held;
  }
  for (let half = 0; half < HALVES; half++) {
    const p = (held + left) / 2;
    if (p === left || p === held) break;
    if (holds(p)) held = p;
    else left = p;
  }
  return held;
}
