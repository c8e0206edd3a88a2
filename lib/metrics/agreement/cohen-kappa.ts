import { requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, normalDeviate } from "#lib/metrics/tests/proportion-interval.ts";
import { countLabels, indexCategories, requireCategory, type Label } from "#lib/metrics/agreement/ratings.ts";

const figures = ["agreement", "kappa", "se", "ciLow", "ciHigh"] as const;

/**
 * Pairs with a missing rating are left out; `categories` only checks the labels. The standard error is the
 * large-sample one of Fleiss, Cohen and Everitt; the interval is not clipped.
 */
export function cohenKappa<T extends Label>(
  a: readonly (T | null)[],
  b: readonly (T | null)[],
  options: { readonly categories?: readonly T[]; readonly level?: number } = {},
): Figures<(typeof figures)[number]> {
  const z = normalDeviate(options.level ?? defaultLevel);
  const pairs = pairRatings(a, b);
  if (options.categories) {
    const positions = indexCategories(options.categories);
    for (const label of pairs.flat()) requireCategory(positions, label);
  }
  const n = pairs.length;
  if (n === 0) return withoutFigures(figures, "no_items");
  const first = countLabels(pairs.map(([label]) => label));
  const second = countLabels(pairs.map(([, label]) => label));
  const agreeing = pairs.filter(([x, y]) => x === y).length;
  let byChance = 0;
  for (const [label, count] of first) byChance += count * (second.get(label) ?? 0);
  const agreement = agreeing / n;
  if (byChance === n * n)
    return { agreement, kappa: null, se: null, ciLow: null, ciHigh: null, reason: "one_category" };

  // In whole numbers until the last step: perfect agreement must give exactly 1.
  const kappa = (n * agreeing - byChance) / (n * n - byChance);
  const chance = byChance / (n * n);
  const shareOf = (counts: ReadonlyMap<T, number>, label: T) => (counts.get(label) ?? 0) / n;
  let variance = -((kappa - chance * (1 - kappa)) ** 2);
  for (const [x, y] of pairs)
    variance +=
      x === y
        ? (1 - (shareOf(first, x) + shareOf(second, x)) * (1 - kappa)) ** 2 / n
        : ((1 - kappa) * (shareOf(second, x) + shareOf(first, y))) ** 2 / n;
  const se = kappa === 1 ? 0 : Math.sqrt(Math.max(0, variance) / n) / (1 - chance);
  return { agreement, kappa, se, ciLow: kappa - z * se, ciHigh: kappa + z * se, reason: null };
}

export function pairRatings<T extends Label>(a: readonly (T | null)[], b: readonly (T | null)[]): [T, T][] {
  requireSameLength(a, b, "the two raters");
  return a.flatMap((x, i): [T, T][] => {
    const y = b[i] ?? null;
    return x === null || y === null ? [] : [[x, y]];
  });
}
