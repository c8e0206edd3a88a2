import { partVariance, reachOf, type Moves } from "#lib/metrics/grouped/over-raters.ts";
import { requireNumber, requirePlaces, requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded, type UndefinedReason } from "#lib/metrics/measure.ts";
import { factorise, solveFactored } from "#lib/metrics/mixed-model/cholesky.ts";
import { whyNoStrengths } from "#lib/metrics/pairs/win-graph.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** Comparisons of two sides, numbered from 0, each with what the first one got: 1, 0, or 1/2 for a tie. */
export type PairedComparisons = {
  readonly sides: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly outcome: Float64Array;
  /** The group of cases a comparison is about. */
  readonly group: Int32Array;
  /** Who said it, where people like these are spoken of; nobody for a judge, who is spoken of alone. */
  readonly rater?: Int32Array | null;
};

/** In log-odds above the mean side; of two sides the difference is the log-odds with which the one is chosen. */
export type Strengths = {
  readonly comparisons: number;
  readonly groups: number;
  readonly sides: readonly Bounded[];
};

/**
 * Bradley and Terry's model by maximum likelihood, a tie being half a win of each. Groups vary by the jackknife, each left out
 * by one Newton step from the whole: the information matrix takes comparisons of one scenario for independent ones, and
 * ties for draws. Raters, who prefer some sides more than others do, come to it by what they move the strengths.
 */
export function bradleyTerry(
  given: PairedComparisons,
  level: number = defaultLevel,
): Strengths | UndefinedReason {
  checkComparisons(given);
  const reason = whyNoStrengths(given);
  if (reason) return reason;
  const strengths = maximise(given);
  if (!strengths) return "degenerate";
  const without = leaveOutGroups(given, strengths);
  const moves = given.rater ? moveBySide(given, given.rater, strengths) : null;
  const bound = (value: number, side: number): Bounded => {
    if (without.length < 2) return unbounded(value, "too_few_groups");
    if (new Set(given.rater).size === 1) return unbounded(value, "too_few_raters");
    const moved = without.map((one) => (one ? (one[side] as number) : NaN));
    if (moved.some(Number.isNaN)) return unbounded(value, "disconnected");
    const mean = moved.reduce((sum, one) => sum + one, 0) / moved.length;
    const spread = moved.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const ofGroups = (spread * (moved.length - 1)) / moved.length;
    const parts = moves
      ? partVariance(moves[side] as Moves, ofGroups)
      : { ofGroups, dfOfGroups: moved.length - 1, ofRaters: 0, dfOfRaters: 1 };
    if (parts.ofGroups + parts.ofRaters < 1e-20) return unbounded(value, "no_variation");
    const half = reachOf(parts, level);
    return { value, low: value - half, high: value + half, reason: null };
  };
  return {
    comparisons: given.outcome.length,
    groups: without.length,
    sides: Array.from(strengths, bound),
  };
}

function checkComparisons({ sides, first, second, outcome, group, rater }: PairedComparisons): void {
  for (const list of [second, outcome, group, rater ?? first])
    requireSize(list.length, first.length, "comparisons");
  requirePlaces(first, sides, "a side");
  requirePlaces(second, sides, "a side");
  for (const one of outcome) requireNumber(one, "an outcome", 0, 1);
}

const chanceOf = (strengths: Float64Array, { first, second }: PairedComparisons, i: number): number =>
  1 / (1 + Math.exp((strengths[second[i] as number] as number) - (strengths[first[i] as number] as number)));

/** Slope and curvature of the likelihood, of these comparisons. */
function measureSlope(given: PairedComparisons, strengths: Float64Array, those: Iterable<number>) {
  const { sides, first, second, outcome } = given;
  const slope = new Float64Array(sides);
  const curvature = new Float64Array(sides * sides);
  const add = (values: Float64Array, at: number, by: number) => {
    values[at] = (values[at] as number) + by;
  };
  for (const i of those) {
    const [a, b, chance] = [first[i] as number, second[i] as number, chanceOf(strengths, given, i)];
    const [left, weight] = [(outcome[i] as number) - chance, chance * (1 - chance)];
    add(slope, a, left);
    add(slope, b, -left);
    add(curvature, a * sides + a, weight);
    add(curvature, b * sides + b, weight);
    add(curvature, a * sides + b, -weight);
    add(curvature, b * sides + a, -weight);
  }
  return { slope, curvature };
}

/** Nothing tells what all sides have in common: the direction is filled up, so that the strengths keep their sum of 0. */
function solveStep(curvature: Float64Array, slope: Float64Array): Float64Array | null {
  const sides = slope.length;
  const trace = slope.reduce((sum, _, i) => sum + (curvature[i * sides + i] as number), 0);
  const filled = curvature.map((value) => value + trace / sides ** 2);
  const logDeterminant = factorise(filled, sides);
  const pivots = slope.map((_, i) => filled[i * sides + i] as number);
  if (logDeterminant === null || pivots.some((pivot) => pivot ** 2 < 1e-10 * (trace / sides))) return null;
  const step = solveFactored(filled, slope);
  const mean = step.reduce((sum, one) => sum + one, 0) / sides;
  return step.map((one) => one - mean);
}

/** Newton's, never further than 2 log-odds at a time. */
function maximise(given: PairedComparisons): Float64Array | null {
  let strengths = new Float64Array(given.sides);
  for (let round = 0; round < 200; round++) {
    const { slope, curvature } = measureSlope(given, strengths, given.outcome.keys());
    const step = solveStep(curvature, slope);
    if (!step) return null;
    const furthest = step.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const share = Math.min(1, 2 / furthest);
    strengths = strengths.map((one, i) => one + share * (step[i] as number));
    if (furthest < 1e-12) return strengths;
  }
  return null;
}

/** Null where a side hangs on a group alone. */
function leaveOutGroups(given: PairedComparisons, strengths: Float64Array): (Float64Array | null)[] {
  const members = new Map<number, number[]>();
  given.group.forEach((group, i) => {
    const own = members.get(group);
    if (own) own.push(i);
    else members.set(group, [i]);
  });
  const whole = measureSlope(given, strengths, given.outcome.keys());
  return [...members.values()].map((own) => {
    const taken = measureSlope(given, strengths, own);
    const step = solveStep(
      whole.curvature.map((value, at) => value - (taken.curvature[at] as number)),
      taken.slope.map((value) => -value),
    );
    return step && strengths.map((one, i) => one + (step[i] as number));
  });
}

/** By side: by how much each comparison moves its strength, all others being as they are. */
function moveBySide(given: PairedComparisons, rater: Int32Array, strengths: Float64Array): Moves[] {
  const { sides, first, second, outcome, group } = given;
  const { curvature } = measureSlope(given, strengths, outcome.keys());
  const left = outcome.map((one, i) => one - chanceOf(strengths, given, i));
  const weight = new Float64Array(outcome.length).fill(1);
  return Array.from({ length: sides }, (_, side) => {
    const towards = solveStep(
      curvature,
      Float64Array.from({ length: sides }, (__, at) => Number(at === side)),
    );
    if (!towards) throw new Error("strengths that were found have a curvature");
    const gain = (i: number) =>
      (towards[first[i] as number] as number) - (towards[second[i] as number] as number);
    return { move: left.map((one, i) => one * gain(i)), weight, group, rater };
  });
}
