import { normalDeviate, defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import {
  deltaVariance,
  measureInformation,
  measureSlopes,
  type Measure,
} from "#lib/metrics/mixed-model/information.ts";
import { findMode, type Mode, type Parameters3 } from "#lib/metrics/mixed-model/laplace.ts";
import { ofPeopleAndCases, takeSides, type BothSides, type Sides } from "#lib/metrics/mixed-model/sides.ts";
import { checkTwoWay, type TwoWayInput } from "#lib/metrics/two-way/input.ts";

type Options = { steps: readonly number[]; tolerance?: number; most?: number };
type Corner = { at: number[]; value: number };

/** The lowest point near a start (Nelder and Mead 1965), or null where so many tries don't settle. */
function minimize(
  measure: (at: readonly number[]) => number,
  start: readonly number[],
  { steps, tolerance = 1e-10, most = 2000 }: Options,
): Corner | null {
  const look = (at: number[]): Corner => ({ at, value: measure(at) });
  let corners = [
    look([...start]),
    ...steps.map((step, i) => look(start.map((x, k) => x + (k === i ? step : 0)))),
  ];
  for (let tries = 0; tries < most; tries++) {
    corners.sort((a, b) => a.value - b.value);
    const [best, worst] = [corners[0] as Corner, corners.at(-1) as Corner];
    if (worst.value - best.value <= tolerance) return best;
    const others = corners.slice(0, -1);
    const middle = start.map(
      (_, k) => others.reduce((sum, { at }) => sum + (at[k] as number), 0) / others.length,
    );
    const moved = (by: number) => look(middle.map((x, k) => x + by * ((worst.at[k] as number) - x)));
    const better = tryMoves(moved, best, others.at(-1) as Corner, worst);
    corners = better
      ? [...others, better]
      : [best, ...corners.slice(1).map(({ at }) => look(at.map((x, k) => (x + (best.at[k] as number)) / 2)))];
  }
  return null;
}

/** Mirrored, further out, or nearer; null where none of them is better than the worst. */
function tryMoves(moved: (by: number) => Corner, best: Corner, second: Corner, worst: Corner): Corner | null {
  const mirrored = moved(-1);
  if (mirrored.value < best.value) {
    const further = moved(-2);
    return further.value < mirrored.value ? further : mirrored;
  }
  if (mirrored.value < second.value) return mirrored;
  const nearer = moved(mirrored.value < worst.value ? -0.5 : 0.5);
  return nearer.value < Math.min(mirrored.value, worst.value) ? nearer : null;
}

export type MixedModelReason = "no_items" | "not_binary" | "extreme_proportion" | "too_large" | "not_settled";

/** log-odds of a right answer = intercept + person + case, both normal with a spread of their own. */
export type MixedModel = {
  readonly intercept: number;
  /** Standard deviations, in log-odds. */
  readonly people: number;
  readonly cases: number;
  readonly logLikelihood: number;
  /** The most probable place of each person and each case, in log-odds around the intercept; high is good, and easy. */
  readonly person: Float64Array;
  readonly case: Float64Array;
  /** Share of right answers over all people and cases like these. */
  readonly accuracy: { readonly value: number; readonly low: number | null; readonly high: number | null };
};

/** With more than these on the smaller side, what it takes grows beyond what anybody would wait for. */
export const maxOnSmallerSide = 300;

/** Fitted by Laplace's approximation, as lme4 does it by default. */
export function fitMixedModel(
  input: TwoWayInput,
  level: number = defaultLevel,
): MixedModel | MixedModelReason {
  const fitted = fitCrossed(input);
  if (typeof fitted === "string") return fitted;
  const { sides, at, mode, measure } = fitted;
  const effects = ofPeopleAndCases(sides, mode.effects);
  return {
    ...at,
    logLikelihood: -mode.deviance / 2,
    person: effects.people.map((one) => one * at.people),
    case: effects.cases.map((one) => one * at.cases),
    accuracy: computeAccuracy(measure, [at.intercept, at.people, at.cases], level),
  };
}

/** Where the likelihood is the highest, and the effects there. */
export type FittedCrossed = { sides: Sides; at: Parameters3; mode: Mode; measure: Measure };

export function fitCrossed(input: TwoWayInput): FittedCrossed | MixedModelReason {
  checkTwoWay(input);
  const { score } = input;
  const right = score.reduce((sum, one) => sum + one, 0);
  if (score.length === 0) return "no_items";
  if (score.some((one) => one !== 0 && one !== 1)) return "not_binary";
  if (right === 0 || right === score.length) return "extreme_proportion";
  const sides = takeSides(input);
  if (sides.fewCount > maxOnSmallerSide) return "too_large";
  const warm = { few: new Float64Array(sides.fewCount), many: new Float64Array(sides.manyCount) };
  const measure = measureDeviance(sides, warm);
  const odds = Math.log(right / (score.length - right));
  const best = minimize(measure, [odds, 0.5, 0.8], { steps: [0.5, 0.4, 0.4], tolerance: 1e-6 });
  if (!best) return "not_settled";
  const [intercept = 0, people = 0, cases = 0] = best.at.map((at, i) => (i === 0 ? at : Math.abs(at)));
  const at = { intercept, people, cases };
  const mode = findMode(sides, at, warm);
  return mode ? { sides, at, mode, measure } : "not_settled";
}

const measureDeviance =
  (sides: Sides, warm: BothSides): Measure =>
  ([intercept = 0, people = 0, cases = 0]) =>
    findMode(sides, { intercept, people: Math.abs(people), cases: Math.abs(cases) }, warm)?.deviance ??
    Infinity;

/** Equally likely places of a normal variable, for its mean through a curve. */
const POINTS = 400;
const places = Float64Array.from({ length: POINTS }, (_, i) => normalPlace((i + 0.5) / POINTS));

function normalPlace(share: number): number {
  return share === 0.5 ? 0 : Math.sign(share - 0.5) * normalDeviate(Math.abs(2 * share - 1));
}

function marginalLogit(intercept: number, spread: number): number {
  let sum = 0;
  for (const z of places) sum += 1 / (1 + Math.exp(-(intercept + spread * z)));
  return Math.log(sum / (POINTS - sum));
}

/** By the delta method on the scale of log-odds, from the curvature of the likelihood. */
function computeAccuracy(measure: Measure, at: readonly number[], level: number): MixedModel["accuracy"] {
  const logit = ([intercept = 0, people = 0, cases = 0]: readonly number[]) =>
    marginalLogit(intercept, Math.hypot(people, cases));
  const value = logit(at);
  const share = (x: number) => 1 / (1 + Math.exp(-x));
  const information = measureInformation(measure, at, listFree(at));
  const slopes = measureSlopes((moved) => Float64Array.of(logit(moved)), at, information);
  const variance = deltaVariance(
    information,
    slopes.map(([slope = 0]) => slope),
  );
  if (variance === null || !(variance > 0)) return { value: share(value), low: null, high: null };
  const half = normalDeviate(level) * Math.sqrt(variance);
  return { value: share(value), low: share(value - half), high: share(value + half) };
}

/** A spread of nothing lies at its border: the others are what is uncertain. */
export const listFree = (at: readonly number[]): number[] =>
  at.flatMap((one, i) => (i === 0 || one > 0.01 ? [i] : []));
