import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { groupedMean, groupedShare, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** Answers of the same people to the same cases at two times: by a number that is the same for the same answer. */
export type RepeatedAnswers = {
  readonly rater: Int32Array;
  /** Of cases: those of one scenario or person have the same. */
  readonly group: Int32Array;
  readonly first: Float64Array;
  readonly again: Float64Array;
};

export type SelfAgreement = {
  /** How often the second answer is the same. */
  readonly same: GroupedMean;
  /** Of answers on one scale alone: quadratic kappa of the two times, and the second answer less the first. */
  readonly kappa: Bounded | null;
  readonly change: GroupedMean | null;
};

/** How far people agree with themselves, for people and cases like these. `points`: of the scale, where answers lie on one. */
export function measureSelfAgreement(
  given: RepeatedAnswers,
  points: number | null,
  level: number = defaultLevel,
): SelfAgreement {
  const { rater, group, first, again } = given;
  for (const [name, list] of Object.entries({ rater, group, again }))
    requireSize(list.length, first.length, name);
  const apart = again.map((one, i) => one - (first[i] as number));
  const of = { rater, group };
  return {
    same: groupedShare({ ...of, value: apart.map((one) => (one === 0 ? 1 : 0)) }, level),
    kappa: points === null ? null : kappaOfTimes(given, level),
    change: points === null ? null : groupedMean({ ...of, value: apart }, [1 - points, points - 1], level),
  };
}

/** Quadratic kappa needs no table of categories: what is expected by chance follows from means and squares. */
function kappaOfTimes({ rater, group, first, again }: RepeatedAnswers, level: number): Bounded {
  if (first.length === 0) return unbounded(null, "no_items");
  const without = (column: Int32Array, left: number | null) => {
    let [n, x, y, xx, yy, apart] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < first.length; i++) {
      if (column[i] === left) continue;
      const [a, b] = [first[i] as number, again[i] as number];
      n += 1;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      apart += (a - b) ** 2;
    }
    const expected = (xx + yy) / n - (2 * x * y) / n ** 2;
    return n === 0 || expected < 1e-12 ? NaN : 1 - apart / n / expected;
  };
  const value = without(group, null);
  if (Number.isNaN(value)) return unbounded(null, "one_category");
  const leaveOut = (column: Int32Array) => Array.from(new Set(column), (one) => without(column, one));
  return boundByGroups(value, { groups: leaveOut(group), raters: leaveOut(rater) }, level);
}
