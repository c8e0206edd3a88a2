type Table = readonly (readonly (number | null)[])[];

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How many raters chose each option, item by item. Raters are rows. */
export function countByItem(raters: Table, options: number): number[][] {
  return (raters[0] ?? []).map((_, item) => {
    const counts = new Array<number>(options).fill(0);
    for (const row of raters) {
      const choice = row[item] ?? null;
      if (choice !== null) counts[choice] = (counts[choice] ?? 0) + 1;
    }
    return counts;
  });
}

/** Share of pairs of choices that are the same; `n` is at least 2. */
const shareOfAgreeingPairs = (counts: readonly number[], n: number): number =>
  counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));

const sizeOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Word for word as the definitions say, for tests: over the items with two and more choices. */
export function agreeByDefinition(items: readonly (readonly number[])[]) {
  const units = items.filter((counts) => sizeOf(counts) >= 2);
  const totals = (units[0] ?? []).map((_, option) => sizeOf(units.map((counts) => counts[option] ?? 0)));
  const n = sizeOf(totals);
  const disagreeing = (counts: readonly number[]) =>
    sizeOf(counts.flatMap((one, i) => counts.filter((_, j) => i !== j).map((other) => one * other)));
  const observed = units.reduce((sum, counts) => sum + disagreeing(counts) / (sizeOf(counts) - 1), 0);
  const pairwise = mean(units.map((counts) => shareOfAgreeingPairs(counts, sizeOf(counts))));
  const chance = sizeOf(totals.map((total) => total * total)) / (n * n);
  return {
    alpha: 1 - ((n - 1) * observed) / disagreeing(totals),
    kappa: (pairwise - chance) / (1 - chance),
    pairwise,
    unanimous:
      units.filter((counts) => counts.filter((count) => count > 0).length === 1).length / units.length,
  };
}

/** By how large a part of the others chose the same, for tests of the alternative annotator test. */
export const shareOfEqual = (choice: number, others: readonly number[]): number =>
  others.filter((other) => other === choice).length / others.length;
