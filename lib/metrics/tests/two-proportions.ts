import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import { requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

const figures = ["difference", "z", "p", "newcombeLow", "newcombeHigh"] as const;

/** Pooled variance, two-sided, no continuity correction; the interval is Newcombe's from two Wilson intervals. */
export function compareTwoProportions(
  first: { readonly successes: number; readonly n: number },
  second: { readonly successes: number; readonly n: number },
  level: number = defaultLevel,
): Figures<(typeof figures)[number]> {
  for (const { successes, n } of [first, second]) {
    requireCount(n, "n");
    requireCount(successes, "successes", n);
  }
  const a = wilsonInterval(first.successes, first.n, level);
  const b = wilsonInterval(second.successes, second.n, level);
  if (a.low === null || a.high === null || b.low === null || b.high === null)
    return withoutFigures(figures, "no_items");

  const p1 = first.successes / first.n;
  const p2 = second.successes / second.n;
  const difference = p1 - p2;
  const interval = {
    difference,
    newcombeLow: difference - Math.hypot(p1 - a.low, b.high - p2),
    newcombeHigh: difference + Math.hypot(a.high - p1, p2 - b.low),
  };
  const right = first.successes + second.successes;
  const all = first.n + second.n;
  if (right === 0 || right === all) return { ...interval, z: null, p: null, reason: "extreme_proportion" };
  const pooled = right / all;
  const z = difference / Math.sqrt(pooled * (1 - pooled) * (1 / first.n + 1 / second.n));
  return { ...interval, z, p: 2 * normalCdf(-Math.abs(z), 0, 1), reason: null };
}
