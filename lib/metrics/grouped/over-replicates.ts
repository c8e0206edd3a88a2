import { requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/**
 * Mean and standard deviation (divided by n − 1) of one figure over runs of the same thing. One of them says nothing of
 * how far they differ, so below two there is neither.
 */
export function overReplicates(values: readonly number[]): Figures<"mean" | "sd"> & { readonly n: number } {
  for (const value of values) requireNumber(value, "a value");
  const n = values.length;
  if (n < 2) return { ...withoutFigures(["mean", "sd"], n === 0 ? "no_items" : "too_few_items"), n };
  // From the first value, so that equal values have no deviation, not one of rounding.
  const first = values[0] ?? 0;
  const shift = values.reduce((sum, value) => sum + (value - first), 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - first - shift) ** 2, 0);
  return { mean: first + shift, sd: Math.sqrt(squares / (n - 1)), n, reason: null };
}
