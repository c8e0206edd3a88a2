import { requireCount } from "#lib/metrics/input-error.ts";
import type { ReviewReason } from "#lib/metrics/review/review-reasons.ts";
import { defaultLevel, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** Somebody who decides nothing for so long was away. */
const longestWork = 10 * 60_000;

/** Decisions an hour at work: gaps between decisions count as work while they are short. */
export function paceOf(times: readonly number[]): {
  decisions: number;
  hours: number;
  perHour: number | null;
} {
  const inOrder = Float64Array.from(times).sort();
  let [work, within] = [0, 0];
  for (let i = 1; i < inOrder.length; i += 1) {
    const gap = (inOrder[i] as number) - (inOrder[i - 1] as number);
    if (gap > longestWork) continue;
    work += gap;
    within += 1;
  }
  const hours = work / 3_600_000;
  return { decisions: times.length, hours, perHour: hours > 0 ? within / hours : null };
}

/** Days from now: what is expected, and the range that the last days' variation leaves. */
export type Forecast = {
  readonly days: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Why no end, or no latest end, can be told. */
  readonly reason: ReviewReason | null;
};

const minDays = 3;

/**
 * When what is left will be done, if days to come are like those of the list. After T days m·T are done, give or take
 * what days differ by (s²T) and what the mean of d days is uncertain by (s²T²/d): the range is where what is left lies
 * within Student's t of that. Where the mean itself isn't told from none, there is no latest day.
 */
export function finishIn(left: number, perDay: readonly number[], level: number = defaultLevel): Forecast {
  requireCount(left, "left");
  if (left === 0) return { days: 0, low: 0, high: 0, reason: null };
  const d = perDay.length;
  const without = (reason: ReviewReason, days: number | null = null): Forecast => ({
    days,
    low: null,
    high: null,
    reason,
  });
  if (d < minDays) return without("too_few_days");
  const mean = perDay.reduce((sum, one) => sum + one, 0) / d;
  if (mean === 0) return without("unsteady");
  const spread = perDay.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (d - 1);
  const wide = studentDeviate(level, d - 1) ** 2 * spread;
  const [a, b, c] = [mean ** 2 - wide / d, 2 * mean * left + wide, left ** 2];
  const days = left / mean;
  const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * c));
  // In the form that holds when a vanishes.
  const low = (2 * c) / (b + root);
  if (a <= 0) return { days, low, high: null, reason: "unsteady" };
  return { days, low, high: (b + root) / (2 * a), reason: null };
}
