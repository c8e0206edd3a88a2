import { measureCurvature, solveCurvature, type Curvature } from "#lib/metrics/mixed-model/curvature.ts";
import { bySide, type BothSides, type Sides } from "#lib/metrics/mixed-model/sides.ts";

/** Intercept, and the spread of people and of cases, in log-odds. */
export type Parameters3 = { intercept: number; people: number; cases: number };

/** Where the effects are the most probable, in units of their spread, and what the whole comes to there. */
export type Mode = {
  /** -2 log-likelihood, the effects integrated by Laplace's approximation. */
  deviance: number;
  effects: BothSides;
  curvature: Curvature;
};

const NEWTON_STEPS = 60;
/** The last step is made from so near that what is left of the way is nothing to what numbers hold. */
const NEAR = 1e-9;

/**
 * Penalised iterated least squares for a logistic model with crossed random effects; `warm` is where it begins and is
 * moved to the mode, so that near parameters are quick to judge.
 */
export function findMode(sides: Sides, parameters: Parameters3, warm: BothSides): Mode | null {
  const spread = bySide(sides, parameters.people, parameters.cases);
  const look = (at: BothSides) => lookAt(sides, parameters.intercept, spread, at);
  let here = look(warm);
  let isNear = false;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const curvature = measureCurvature(sides, spread, here.weights);
    if (!curvature) return null;
    if (isNear) {
      const deviance = here.penalised + curvature.logDeterminant;
      return { deviance, effects: { few: warm.few.slice(), many: warm.many.slice() }, curvature };
    }
    const move = solveCurvature(curvature, here.downhill);
    const before = { few: warm.few.slice(), many: warm.many.slice() };
    const { penalised } = here;
    for (let half = 0; half < 30; half++) {
      for (const side of ["few", "many"] as const)
        warm[side].forEach(
          (_, k) => (warm[side][k] = (before[side][k] as number) + 0.5 ** half * (move[side][k] as number)),
        );
      here = look(warm);
      if (here.penalised <= penalised + 1e-12 * (1 + penalised)) break;
    }
    isNear = Math.abs(penalised - here.penalised) < NEAR + 1e-14 * penalised;
  }
  return null;
}

type Place = {
  /** Deviance of the answers given the effects, and the penalty of those. */
  penalised: number;
  weights: Float64Array;
  /** Half of how fast that falls by each effect. */
  downhill: BothSides;
};

function lookAt(
  { few: fewOf, from, score, manyCount }: Sides,
  intercept: number,
  spread: { few: number; many: number },
  { few, many }: BothSides,
): Place {
  const weights = new Float64Array(score.length);
  const downhill = { few: few.map((one) => -one), many: many.map((one) => -one) };
  let total = 0;
  for (const one of few) total += one * one;
  for (const one of many) total += one * one;
  for (let m = 0; m < manyCount; m++) {
    const base = intercept + spread.many * (many[m] as number);
    let ofMember = 0;
    for (let a = from[m] as number; a < (from[m + 1] as number); a++) {
      const f = fewOf[a] as number;
      const eta = base + spread.few * (few[f] as number);
      const less = Math.exp(-Math.abs(eta));
      const expected = eta > 0 ? 1 / (1 + less) : less / (1 + less);
      const right = score[a] as number;
      // log(1 + e^x) without overflow.
      total += 2 * (Math.max(eta, 0) + Math.log1p(less) - right * eta);
      weights[a] = expected * (1 - expected);
      ofMember += right - expected;
      downhill.few[f] = (downhill.few[f] as number) + spread.few * (right - expected);
    }
    downhill.many[m] = (downhill.many[m] as number) + spread.many * ofMember;
  }
  return { penalised: total, weights, downhill };
}
