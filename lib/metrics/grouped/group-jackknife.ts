import { keepFinite, unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** With fewer groups, or fewer raters, the interval isn't known to hold. */
export const minGroups = 8;
const leastRaters = 3;

type Units = { readonly groups: ArrayLike<number>; readonly raters?: ArrayLike<number> | undefined };

/**
 * Of a figure between -1 and 1, from what it is without each group, and without each rater where raters like these are
 * spoken of (NaN where it isn't defined): both spreads are added up, each with its own deviate. Errors are taken on Fisher's scale, where they are
 * alike everywhere, so that the interval ends before 1.
 */
export function boundByGroups(value: number, { groups, raters }: Units, level: number): Bounded {
  if (groups.length < minGroups) return unbounded(value, "too_few_groups");
  if (raters && raters.length < leastRaters) return unbounded(value, "too_few_raters");
  if (Math.abs(value) > 1 - 1e-12) return unbounded(value, "no_error");
  const reach = (left: ArrayLike<number>) => spreadOf(left) * studentDeviate(level, left.length - 1) ** 2;
  const squared = reach(groups) + (raters ? reach(raters) : 0);
  if (squared < 1e-24) return unbounded(value, "no_variation");
  const half = Math.sqrt(squared);
  const middle = Math.atanh(value);
  return keepFinite({ value, low: Math.tanh(middle - half), high: Math.tanh(middle + half), reason: null });
}

function spreadOf(without: ArrayLike<number>): number {
  const left = Array.from(without, Math.atanh);
  const mean = left.reduce((sum, one) => sum + one, 0) / left.length;
  const squares = left.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return (squares * (left.length - 1)) / left.length;
}
