import { requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

/** How two raters did on the same items. */
export type PairedCounts = { both: number; onlyFirst: number; onlySecond: number; neither: number };

/**
 * The first's share of right items less the second's, from Wilson's intervals of both and how far they are right on the
 * same items (Newcombe 1998, his tenth method).
 */
export function pairedDifference(
  { both, onlyFirst, onlySecond, neither }: PairedCounts,
  level: number = defaultLevel,
): Figures<"difference" | "low" | "high"> {
  for (const [name, count] of Object.entries({ both, onlyFirst, onlySecond, neither }))
    requireCount(count, name);
  const n = both + onlyFirst + onlySecond + neither;
  if (n === 0) return withoutFigures(["difference", "low", "high"], "no_items");
  const [first, second] = [both + onlyFirst, both + onlySecond];
  const [ofFirst, ofSecond] = [wilsonInterval(first, n, level), wilsonInterval(second, n, level)];
  const difference = (onlyFirst - onlySecond) / n;
  const phi = correlate({ both, onlyFirst, onlySecond, neither });
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const away = (bound: number | null, share: number) => Math.abs((bound ?? share / n) - share / n);
  return {
    difference,
    low: difference - reach(away(ofFirst.low, first), away(ofSecond.high, second)),
    high: difference + reach(away(ofFirst.high, first), away(ofSecond.low, second)),
    reason: null,
  };
}

/** With a correction for continuity where they agree more often than by chance. */
function correlate({ both, onlyFirst, onlySecond, neither }: PairedCounts): number {
  const margins = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (margins === 0) return 0;
  const cross = both * neither - onlyFirst * onlySecond;
  const n = both + onlyFirst + onlySecond + neither;
  return (cross > 0 ? Math.max(0, cross - n / 2) : cross) / Math.sqrt(margins);
}
