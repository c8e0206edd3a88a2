import { studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";

/** With fewer groups the interval isn't known to hold. */
export const leastGroups = 8;

/**
 * Of a figure between -1 and 1, from what it is without each group (NaN where it isn't defined). Errors are taken on
 * Fisher's scale, where they are alike everywhere, so that the interval ends before 1.
 */
export function boundByGroups(value: number, without: ArrayLike<number>, level: number): Bounded {
  const groups = without.length;
  if (groups < leastGroups) return unbounded(value, "too_few_groups");
  if (Math.abs(value) > 1 - 1e-12) return unbounded(value, "no_error");
  const left = Array.from(without, Math.atanh);
  if (!left.every(Number.isFinite)) return unbounded(value, "degenerate");
  const mean = left.reduce((sum, one) => sum + one, 0) / groups;
  const spread = left.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  if (spread < 1e-24) return unbounded(value, "no_variation");
  const half = studentDeviate(level, groups - 1) * Math.sqrt((spread * (groups - 1)) / groups);
  const middle = Math.atanh(value);
  return { value, low: Math.tanh(middle - half), high: Math.tanh(middle + half), reason: null };
}
