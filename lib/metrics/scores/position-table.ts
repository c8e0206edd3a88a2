import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";

export type PositionTable = {
  /** One more than the highest position that occurs. */
  readonly size: number;
  /** Rows say where the right option stood, columns which position was chosen. */
  readonly counts: readonly (readonly number[])[];
  readonly chosen: readonly number[];
  readonly gold: readonly number[];
  readonly n: number;
};

/** Positions of options, from 0; what has no choice or no right option (-1) is left out. */
export function countPositions(gold: Int8Array, chosen: Int8Array): PositionTable {
  requireLengths(gold.length, chosen.length);
  const pairs = [...gold.keys()].filter((i) => (gold[i] as number) >= 0 && (chosen[i] as number) >= 0);
  const size = pairs.reduce(
    (most, i) => Math.max(most, (gold[i] as number) + 1, (chosen[i] as number) + 1),
    0,
  );
  const counts = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const i of pairs) {
    const row = counts[gold[i] as number] as number[];
    row[chosen[i] as number] = (row[chosen[i] as number] ?? 0) + 1;
  }
  const places = [...counts.keys()];
  return {
    size,
    counts,
    chosen: places.map((place) => counts.reduce((sum, row) => sum + (row[place] ?? 0), 0)),
    gold: counts.map((row) => row.reduce((sum, count) => sum + count, 0)),
    n: pairs.length,
  };
}

export type CovariateBin = {
  /** The lowest and the highest value in it. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly right: number;
};

/**
 * Groups of about the same size by ascending value. Equal values stay together, so that there may be fewer groups than
 * asked for, and of different size.
 */
export function binByCovariate(
  values: Float64Array,
  right: Uint8Array | Float64Array,
  bins: number,
): CovariateBin[] {
  requireLengths(values.length, right.length);
  requireCount(bins, "bins");
  const order = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number));
  const found: { low: number; high: number; n: number; right: number }[] = [];
  let current = -1;
  for (let from = 0; from < order.length;) {
    const value = values[order[from] as number] as number;
    let to = from;
    let sum = 0;
    for (; to < order.length && values[order[to] as number] === value; to += 1)
      sum += right[order[to] as number] as number;
    if (to === from) throw new MetricInputError("not_a_number", "a value is NaN");
    // Where the middle of the equal ones lies decides for all of them.
    const bin = Math.floor(((from + to) / 2 / order.length) * bins);
    const last = found.at(-1);
    if (last && bin === current) {
      last.high = value;
      last.n += to - from;
      last.right += sum;
    } else found.push({ low: value, high: value, n: to - from, right: sum });
    current = bin;
    from = to;
  }
  return found;
}

function requireLengths(a: number, b: number): void {
  if (a !== b) throw new MetricInputError("unequal_lengths", `${a} and ${b} values`);
}
