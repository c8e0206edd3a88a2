import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { requireCount, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export const defaultLevel = 0.95;

/** Half the width of a two-sided interval at this level, in standard errors: 1.959964 for 0.95. */
export function normalDeviate(level: number = defaultLevel): number {
  requireLevel(level);
  return normalQuantile((1 + level) / 2, 0, 1);
}

/** Successes may be fractional (credit for ties); bounds are clipped to [0, 1]. */
export function wilsonInterval(
  successes: number,
  n: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  requireCount(n, "n");
  requireNumber(successes, "successes", 0, n);
  const z = normalDeviate(level);
  if (n === 0) return withoutFigures(["low", "high"], "no_items");
  const p = successes / n;
  const spread = (z * z) / n;
  const centre = (p + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((p * (1 - p)) / n + spread / (4 * n))) / (1 + spread);
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
    reason: null,
  };
}
