import binomialCdf from "@stdlib/stats-base-dists-binomial-cdf";
import { requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/** Up to here the binomial distribution is right to ten digits; some ten million further on it is wrong. */
export const mostDiscordantPairs = 1_000_000;

/**
 * Exact and two-sided, from the pairs in which only one of the two is right. Without any such pair p is 1.
 * Beyond a thousand pairs all on one side, p is below the smallest number and comes out as 0.
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): Figures<"p"> {
  requireCount(onlyFirst, "onlyFirst");
  requireCount(onlySecond, "onlySecond");
  if (onlyFirst === onlySecond) return { p: 1, reason: null };
  const pairs = onlyFirst + onlySecond;
  if (pairs > mostDiscordantPairs) return withoutFigures(["p"], "too_many_pairs");
  return { p: Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), pairs, 0.5)), reason: null };
}
