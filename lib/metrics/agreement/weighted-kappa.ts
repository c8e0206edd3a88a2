import { requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { indexCategories, requireCategory, type Label } from "#lib/metrics/agreement/ratings.ts";

export type KappaWeights = "linear" | "quadratic";

/** Distances are those of the declared scale, so a category nobody used still counts. */
export function weightedKappa<T extends Label>(
  a: readonly (T | null)[],
  b: readonly (T | null)[],
  categories: readonly T[],
  weights: KappaWeights,
): Figures<"kappa"> {
  const positions = indexCategories(categories);
  requireSameLength(a, b, "the two raters");
  const place = (label: T) => requireCategory(positions, label);
  const pairs = a.flatMap((x, i) => {
    const y = b[i] ?? null;
    return x === null || y === null ? [] : [[place(x), place(y)] as const];
  });
  if (pairs.length === 0) return withoutFigures(["kappa"], "no_items");
  const distance = (i: number, j: number) => (weights === "quadratic" ? (i - j) ** 2 : Math.abs(i - j));
  const first = new Array<number>(categories.length).fill(0);
  const second = [...first];
  let observed = 0;
  for (const [i, j] of pairs) {
    first[i] = (first[i] ?? 0) + 1;
    second[j] = (second[j] ?? 0) + 1;
    observed += distance(i, j);
  }
  let expected = 0;
  for (const [i, x] of first.entries())
    for (const [j, y] of second.entries()) expected += distance(i, j) * x * y;
  if (expected === 0) return withoutFigures(["kappa"], "one_category");
  return { kappa: 1 - (pairs.length * observed) / expected, reason: null };
}
