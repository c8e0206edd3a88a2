export type Spread = { n: number; min: number; median: number; max: number };

/** Least, middle and greatest of a list of numbers; null of an empty one. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const upper = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(upper) : (at(upper - 1) + at(upper)) / 2;
  return { n: sorted.length, min: at(0), median, max: at(sorted.length - 1) };
}
