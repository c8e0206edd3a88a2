import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import { requireCount, requireLevel } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** The exact interval of a share. Apart from Wilson's, so that screens with that one don't load this one's functions. */
export function clopperPearsonInterval(
  successes: number,
  n: number,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  requireCount(n, "n");
  requireCount(successes, "successes", n);
  requireLevel(level);
  if (n === 0) return withoutFigures(["low", "high"], "no_items");
  const alpha = 1 - level;
  return {
    low: successes === 0 ? 0 : betaQuantile(alpha / 2, successes, n - successes + 1),
    high: successes === n ? 1 : betaQuantile(1 - alpha / 2, successes + 1, n - successes),
    reason: null,
  };
}
