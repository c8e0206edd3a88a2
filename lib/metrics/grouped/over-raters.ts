import { requireSize } from "#lib/metrics/input-error.ts";
import { studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** By answer: by how much it moves a figure, how much it weighs there, about which group it is, and by whom. */
export type Moves = {
  readonly move: Float64Array;
  readonly weight: Float64Array;
  readonly group: Int32Array;
  readonly rater: Int32Array;
};

/** The variance of a figure for groups and raters like these, in two parts, each with its own degrees of freedom. */
export type TwoWayParts = {
  readonly ofGroups: number;
  readonly ofRaters: number;
  readonly dfOfGroups: number;
  readonly dfOfRaters: number;
};

/**
 * Clustered by group and by rater (Cameron, Gelbach and Miller 2011). What is left of single answers is in both sums of
 * squares and taken out of one of them: out of that of which there are more, so that few raters keep the whole of theirs
 * with their own degrees of freedom. `ofGroups` replaces the sum of squares by group where it is known more closely.
 */
export function partVariance(moves: Moves, ofGroups?: number): TwoWayParts {
  for (const name of ["weight", "group", "rater"] as const)
    requireSize(moves[name].length, moves.move.length, name);
  const groups = sumBy(moves, moves.group);
  const raters = sumBy(moves, moves.rater);
  const all = sumOf(raters, ({ weight }) => weight);
  const shareOf = ({ weight }: Sum) => weight / all;
  const concentration = sumOf(raters, (one) => shareOf(one) ** 2);
  const few = groups.size / (groups.size - 1);
  // Raters may have answered unequally often: so much of the variance of equal effects is missing in what is left of one.
  const correct = (one: Sum) => 1 / Math.max(ROUNDING, 1 - 2 * shareOf(one) + concentration);
  const byGroup = ofGroups ?? few * sumOf(groups, ({ move }) => move ** 2);
  const byRater = sumOf(raters, (one) => correct(one) * one.move ** 2);
  const width = moves.group.reduce((most, one) => Math.max(most, one), 0) + 1;
  const cells = sumBy(
    moves,
    moves.rater.map((one, i) => one * width + (moves.group[i] as number)),
  );
  let single = 0;
  for (const [place, { move }] of cells) {
    const group = groups.get(place % width) as Sum;
    const rater = raters.get(Math.floor(place / width)) as Sum;
    const left = move - shareOf(rater) * group.move - shareOf(group) * rater.move;
    single += few * correct(rater) * left ** 2;
  }
  const df = { dfOfGroups: groups.size - 1, dfOfRaters: Math.max(1, 1 / concentration - 1) };
  return df.dfOfRaters > df.dfOfGroups
    ? { ofGroups: byGroup, ofRaters: Math.max(0, byRater - single), ...df }
    : { ofGroups: Math.max(byGroup - single, LEFT_TO_GROUPS * byGroup), ofRaters: byRater, ...df };
}

/** Half the width of an interval: each part with its own deviate of Student's t (Cochran 1964). */
export const reachOf = ({ ofGroups, ofRaters, dfOfGroups, dfOfRaters }: TwoWayParts, level: number): number =>
  Math.sqrt(
    ofGroups * studentDeviate(level, dfOfGroups) ** 2 + ofRaters * studentDeviate(level, dfOfRaters) ** 2,
  );

const LEAST_P = 1e-15;
const HALVES = 60;

/** The error at which an interval just reaches so far: p of a difference against none, by halves of its logarithm. */
export function pOfReach(parts: TwoWayParts, difference: number): number {
  let [low, high] = [Math.log(LEAST_P), 0];
  for (let half = 0; half < HALVES && high - low > 1e-10; half++) {
    const middle = (low + high) / 2;
    if (reachOf(parts, 1 - Math.exp(middle)) > Math.abs(difference)) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

/** Few raters may agree by chance, and then leave no error of their own: so much of what groups vary by always counts. */
export const LEFT_TO_GROUPS = 0.25;
const ROUNDING = 1e-12;

type Sum = { move: number; weight: number };

function sumBy({ move, weight }: Moves, place: Int32Array): Map<number, Sum> {
  const sums = new Map<number, Sum>();
  place.forEach((at, i) => {
    const sum = sums.get(at) ?? { move: 0, weight: 0 };
    sums.set(at, sum);
    sum.move += move[i] as number;
    sum.weight += weight[i] as number;
  });
  return sums;
}

const sumOf = (sums: ReadonlyMap<number, Sum>, of: (one: Sum) => number): number =>
  [...sums.values()].reduce((all, one) => all + of(one), 0);
