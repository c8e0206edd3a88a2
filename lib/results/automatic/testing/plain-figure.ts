// A mean over groups and its interval as docs/statistics.md has them, in plain loops: nothing of lib/metrics takes part.

export type Value = { readonly value: number; readonly group: string | number };
type Wanted = { range?: readonly [number, number]; isShare?: boolean };

const deviates = new Map<number, number>();

/** At 95%: between −θ and θ lies a share of the area under cosⁿ⁻¹, and t is √n·tan θ. */
function studentDeviate(df: number): number {
  const known = deviates.get(df);
  if (known !== undefined) return known;
  const steps = 4000;
  const areaTo = (end: number) => {
    let sum = 0;
    for (let i = 0; i <= steps; i++)
      sum += (i === 0 || i === steps ? 1 : 2 + 2 * (i % 2)) * Math.cos((end * i) / steps) ** (df - 1);
    return (sum * end) / steps / 3;
  };
  let [low, high] = [0, Math.PI / 2];
  const wanted = 0.95 * areaTo(high);
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (areaTo(middle) < wanted) low = middle;
    else high = middle;
  }
  const found = Math.sqrt(df) * Math.tan((low + high) / 2);
  deviates.set(df, found);
  return found;
}

export function plainFigure(
  values: readonly Value[],
  { range: [least, most] = [0, 1], isShare = false }: Wanted = {},
) {
  const n = values.length;
  let sum = 0;
  for (const { value } of values) sum += value;
  const mean = sum / n;
  const moves = new Map<string | number, number>();
  for (const { value, group } of values) moves.set(group, (moves.get(group) ?? 0) + (value - mean) / n);
  const groups = moves.size;
  const counts = { n, answers: n, groups, raters: null };
  if (groups < 2) return { ...counts, mean, low: null, high: null, reason: "too_few_groups" };
  let squares = 0;
  for (const move of moves.values()) squares += (move / (most - least)) ** 2;
  const share = (mean - least) / (most - least);
  const drawn = isShare ? (share * (1 - share)) / n : 0;
  const variance = Math.max((squares * groups) / (groups - 1), drawn);
  const atEnd = share === 0 || share === 1;
  if (variance === 0 && !atEnd) return { ...counts, mean, low: null, high: null, reason: "no_variation" };
  const size = atEnd ? groups : (share * (1 - share)) / variance;
  const t = studentDeviate(groups - 1);
  const middle = (share + t ** 2 / size / 2) / (1 + t ** 2 / size);
  const half = (t * Math.sqrt((share * (1 - share)) / size + (t / size) ** 2 / 4)) / (1 + t ** 2 / size);
  const bound = (at: number) => least + at * (most - least);
  return { ...counts, mean, low: bound(middle - half), high: bound(middle + half), reason: null };
}
