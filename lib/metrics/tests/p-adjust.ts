import { requireNumber } from "#lib/metrics/input-error.ts";

/** In the order of the input. A test without a p-value stays without one and isn't counted among the tests. */
export type AdjustedP = {
  readonly holm: readonly (number | null)[];
  readonly bh: readonly (number | null)[];
  readonly by: readonly (number | null)[];
};

export function adjustP(p: readonly (number | null)[]): AdjustedP {
  const tests = p.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  for (const { value } of tests) requireNumber(value, "p", 0, 1);
  const ascending = tests.sort((a, b) => a.value - b.value);
  const m = ascending.length;
  const harmonic = ascending.reduce((sum, _, i) => sum + 1 / (i + 1), 0);

  const holm = new Array<number | null>(p.length).fill(null);
  let largest = 0;
  for (const [i, { index, value }] of ascending.entries()) {
    largest = Math.max(largest, (m - i) * value);
    holm[index] = Math.min(1, largest);
  }
  const stepUp = (factor: number) => {
    const adjusted = new Array<number | null>(p.length).fill(null);
    let smallest = 1;
    for (const [i, { index, value }] of [...ascending.entries()].reverse()) {
      smallest = Math.min(smallest, (factor * m * value) / (i + 1));
      adjusted[index] = smallest;
    }
    return adjusted;
  };
  return { holm, bh: stepUp(1), by: stepUp(harmonic) };
}
