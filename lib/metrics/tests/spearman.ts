import { requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { rankAverage } from "#lib/metrics/tests/ranks.ts";

export function spearman(x: readonly number[], y: readonly number[]): Figures<"rho"> {
  requireSameLength(x, y, "x and y");
  for (const value of [...x, ...y]) requireNumber(value, "a value");
  if (x.length < 2) return withoutFigures(["rho"], x.length === 0 ? "no_items" : "too_few_items");
  // Twice the distance of a rank from the mean rank is a whole number, so these sums are exact.
  const fromMean = (values: readonly number[]) =>
    rankAverage(values).map((rank) => 2 * rank - (values.length + 1));
  const dx = fromMean(x);
  const dy = fromMean(y);
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const spread = Math.sqrt(product(dx, dx) * product(dy, dy));
  if (spread === 0) return withoutFigures(["rho"], "constant");
  return { rho: Math.min(1, Math.max(-1, product(dx, dy) / spread)), reason: null };
}
