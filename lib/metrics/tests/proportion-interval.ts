import fQuantile from "@stdlib/stats-base-dists-f-quantile";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { requireCount, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export const defaultLevel = 0.95;

/** Half the width of a two-sided interval at this level, in standard errors: 1.959964 for 0.95. */
export function normalDeviate(level: number = defaultLevel): number {
  requireLevel(level);
  return normalQuantile((1 + level) / 2, 0, 1);
}

/** The same by Student's t, where the standard error itself is known from few. */
export function studentDeviate(level: number, df: number): number {
  requireLevel(level);
  return Math.sqrt(fQuantile(level, 1, df));
}

/** Successes may be fractional (credit for ties); bounds are clipped to [0, 1]. */
export function wilsonInterval(
  successes: number,
  n: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  requireCount(n, "n");
  requireNumber(successes, "successes", 0, n);
  if (n === 0) return withoutFigures(["low", "high"], "no_items");
  return { ...scoreInterval(successes / n, n, normalDeviate(level)), reason: null };
}

/** Wilson's interval of a share whose variance is p(1 - p)/n, for so many standard errors to either side. */
export function scoreInterval(share: number, n: number, deviate: number): { low: number; high: number } {
  const spread = deviate ** 2 / n;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (deviate * Math.sqrt((share * (1 - share)) / n + spread / (4 * n))) / (1 + spread);
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  };
}
