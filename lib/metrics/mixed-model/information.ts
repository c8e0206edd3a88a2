/** -2 log-likelihood by parameters. */
export type Measure = (at: readonly number[]) => number;

/** How sharply a likelihood ends around its height, by those of its parameters that can move to both sides. */
export type Information = {
  readonly free: readonly number[];
  readonly matrix: readonly (readonly number[])[];
};

const STEP = 1e-3;

export const move = (at: readonly number[], ...changes: [place: number, by: number][]): number[] => {
  const moved = [...at];
  for (const [place, by] of changes) moved[place] = (moved[place] as number) + by * STEP;
  return moved;
};

export function measureInformation(
  measure: Measure,
  at: readonly number[],
  free: readonly number[],
): Information {
  // The other half is the same.
  const lower = free.map((i, row) =>
    free.slice(0, row + 1).map((j) => {
      const corner = (a: number, b: number) => measure(move(at, [i, a], [j, b]));
      return (corner(1, 1) - corner(1, -1) - corner(-1, 1) + corner(-1, -1)) / (8 * STEP * STEP);
    }),
  );
  return { free, matrix: lower.map((row, i) => lower.map((_, j) => row[j] ?? lower[j]?.[i] ?? 0)) };
}

/** How fast figures change with each of the parameters that are free. */
export const measureSlopes = (
  figures: (at: readonly number[]) => Float64Array,
  at: readonly number[],
  { free }: Information,
): Float64Array[] =>
  free.map((i) => {
    const [up, down] = [figures(move(at, [i, 1])), figures(move(at, [i, -1]))];
    return up.map((one, k) => (one - (down[k] as number)) / (2 * STEP));
  });

/** By the delta method: of a figure that changes so fast with each. Null where the likelihood has no such height. */
export function deltaVariance({ matrix }: Information, slope: readonly number[]): number | null {
  const rows = matrix.map((row, i) => [...row, slope[i] as number]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i]?.[i] ?? 0;
    if (!(pivot > 0)) return null;
    for (let k = i + 1; k < rows.length; k++) {
      const factor = (rows[k]?.[i] ?? 0) / pivot;
      rows[k] = (rows[k] ?? []).map((value, j) => value - factor * (rows[i]?.[j] ?? 0));
    }
  }
  let total = 0;
  for (const [i, row] of rows.entries()) total += (row.at(-1) ?? 0) ** 2 / (row[i] ?? 1);
  return total;
}
