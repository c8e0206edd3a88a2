/** Average ranks from 1, in the order of the input. */
export function rankAverage(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const i of order.slice(start, end)) ranks[i] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/** Pairs of equal values. */
export function countTiedPairs(values: Iterable<number | string>): number {
  const counts = new Map<number | string, number>();
  let pairs = 0;
  for (const value of values) {
    const before = counts.get(value) ?? 0;
    pairs += before;
    counts.set(value, before + 1);
  }
  return pairs;
}
