import { normalDeviate, defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { findMode, takeSides, type Mode, type Sides } from "#lib/metrics/mixed-model/laplace.ts";
import { minimize } from "#lib/metrics/mixed-model/nelder-mead.ts";
import { checkTwoWay, type TwoWayInput } from "#lib/metrics/two-way/input.ts";

export type MixedModelReason = "no_items" | "extreme_proportion" | "too_large" | "not_settled";

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
export const mostOnSmallerSide = 500;

/** Fitted by Laplace's approximation, as lme4 does it by default. */
export function fitMixedModel(
  input: TwoWayInput,
  level: number = defaultLevel,
): MixedModel | MixedModelReason {
  checkTwoWay(input);
  const { score } = input;
  const right = score.reduce((sum, one) => sum + one, 0);
  if (score.length === 0) return "no_items";
  if (right === 0 || right === score.length) return "extreme_proportion";
  const sides = takeSides(input);
  if (sides.fewCount > mostOnSmallerSide) return "too_large";
  const warm = { few: new Float64Array(sides.fewCount), many: new Float64Array(sides.manyCount) };
  const measure = measureDeviance(sides, warm);
  const odds = Math.log(right / (score.length - right));
  const best = minimize(measure, [odds, 0.5, 0.8], { steps: [0.5, 0.4, 0.4], tolerance: 1e-7 });
  if (!best) return "not_settled";
  const [intercept = 0, people = 0, cases = 0] = best.at.map((at, i) => (i === 0 ? at : Math.abs(at)));
  const mode = findMode(sides, { intercept, people, cases }, warm);
  if (!mode) return "not_settled";
  const [person, caseEffects] = sides.arePeopleFew ? [mode.few, mode.many] : [mode.many, mode.few];
  return {
    ...{ intercept, people, cases, logLikelihood: -mode.deviance / 2 },
    person: person.map((one) => one * people),
    case: caseEffects.map((one) => one * cases),
    accuracy: tellAccuracy(measure, [intercept, people, cases], level),
  };
}

type Measure = (at: readonly number[]) => number;

const measureDeviance =
  (sides: Sides, warm: Pick<Mode, "few" | "many">): Measure =>
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
function tellAccuracy(measure: Measure, at: readonly number[], level: number): MixedModel["accuracy"] {
  const logit = ([intercept = 0, people = 0, cases = 0]: readonly number[]) =>
    marginalLogit(intercept, Math.hypot(people, cases));
  const value = logit(at);
  const share = (x: number) => 1 / (1 + Math.exp(-x));
  // A spread of nothing lies at its border: the others are what is uncertain.
  const free = at.flatMap((one, i) => (i === 0 || one > 0.01 ? [i] : []));
  const step = 1e-3;
  const move = (...changes: [place: number, by: number][]) => {
    const moved = [...at];
    for (const [place, by] of changes) moved[place] = (moved[place] as number) + by;
    return moved;
  };
  const curvature = free.map((i) =>
    free.map((j) => {
      const corner = (a: number, b: number) => measure(move([i, a * step], [j, b * step]));
      return (corner(1, 1) - corner(1, -1) - corner(-1, 1) + corner(-1, -1)) / (8 * step * step);
    }),
  );
  const slope = free.map((i) => (logit(move([i, step])) - logit(move([i, -step]))) / (2 * step));
  const variance = quadratic(curvature, slope);
  if (variance === null || !(variance > 0)) return { value: share(value), low: null, high: null };
  const half = normalDeviate(level) * Math.sqrt(variance);
  return { value: share(value), low: share(value - half), high: share(value + half) };
}

/** s' M⁻¹ s by elimination; null where M has no inverse. */
function quadratic(matrix: readonly (readonly number[])[], slope: readonly number[]): number | null {
  const rows = matrix.map((row, i) => [...row, slope[i] as number]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i]?.[i] ?? 0;
    if (!(pivot > 0)) return null;
    for (let k = i + 1; k < rows.length; k++) {
      const factor = (rows[k]?.[i] ?? 0) / pivot;
      rows[k] = (rows[k] ?? []).map((value, j) => value - factor * (rows[i]?.[j] ?? 0));
    }
  }
  let total = 0;
  for (const [i, row] of rows.entries()) total += (row.at(-1) ?? 0) ** 2 / (row[i] ?? 1);
  return total;
}
