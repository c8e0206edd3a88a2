import { requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { countTiedPairs } from "#lib/metrics/tests/ranks.ts";

export function kendallTauB(x: readonly number[], y: readonly number[]): Figures<"tau"> {
  requireSameLength(x, y, "x and y");
  for (const value of [...x, ...y]) requireNumber(value, "a value");
  const n = x.length;
  if (n < 2) return withoutFigures(["tau"], n === 0 ? "no_items" : "too_few_items");
  const pairs = (n * (n - 1)) / 2;
  const tiedX = countTiedPairs(x);
  const tiedY = countTiedPairs(y);
  if (tiedX === pairs || tiedY === pairs) return withoutFigures(["tau"], "constant");

  // Sorted by x (and by y within ties), the discordant pairs are the swaps that sorting by y needs.
  const points = x.map((value, i) => [value, y[i] as number] as const);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const discordant = countInversions(points.map(([, value]) => value)).inversions;
  // Adding 0 makes one of 0 and -0, which are one value here.
  const tiedBoth = countTiedPairs(points.map(([a, b]) => `${a + 0} ${b + 0}`));
  const concordant = pairs - tiedX - tiedY + tiedBoth - discordant;
  const tau = (concordant - discordant) / Math.sqrt((pairs - tiedX) * (pairs - tiedY));
  return { tau: Math.min(1, Math.max(-1, tau)), reason: null };
}

function countInversions(values: readonly number[]): { inversions: number; sorted: readonly number[] } {
  if (values.length < 2) return { inversions: 0, sorted: values };
  const middle = values.length >> 1;
  const low = countInversions(values.slice(0, middle));
  const high = countInversions(values.slice(middle));
  let inversions = low.inversions + high.inversions;
  const sorted: number[] = [];
  let taken = 0;
  for (const value of high.sorted) {
    while (taken < middle && (low.sorted[taken] as number) <= value)
      sorted.push(low.sorted[taken++] as number);
    inversions += middle - taken;
    sorted.push(value);
  }
  return { inversions, sorted: [...sorted, ...low.sorted.slice(taken)] };
}
