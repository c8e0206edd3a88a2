import binomialCdf from "@stdlib/stats-base-dists-binomial-cdf";
import { requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/** Up to here the binomial distribution is right to ten digits; some ten million further on it is wrong. */
export const maxDiscordantPairs = 1_000_000;

/**
 * Exact and two-sided, from the pairs in which only one of the two is right. Without any such pair p is 1.
 * Beyond a thousand pairs all on one side, p is below the smallest number and comes out as 0.
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): Figures<"p"> {
  requireCount(onlyFirst, "onlyFirst");
  requireCount(onlySecond, "onlySecond");
  if (onlyFirst === onlySecond) return { p: 1, reason: null };
  const pairs = onlyFirst + onlySecond;
  if (pairs > maxDiscordantPairs) return withoutFigures(["p"], "too_many_pairs");
  return { p: Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), pairs, 0.5)), reason: null };
}

/** What was found counts by half: less cautious, its error is near the level and not always below it. */
export function mcnemarMidP(onlyFirst: number, onlySecond: number): Figures<"p"> {
  const { p, reason } = mcnemarExact(onlyFirst, onlySecond);
  const pairs = onlyFirst + onlySecond;
  if (p === null || pairs === 0 || pairs > maxDiscordantPairs) return { p, reason };
  const fewer = Math.min(onlyFirst, onlySecond);
  const below = fewer === 0 ? 0 : binomialCdf(fewer - 1, pairs, 0.5);
  const found = binomialCdf(fewer, pairs, 0.5) - below;
  return { p: onlyFirst === onlySecond ? 1 - found / 2 : 2 * below + found, reason: null };
}
