import { MetricInputError } from "#lib/metrics/input-error.ts";
import type { Figures } from "#lib/metrics/measure.ts";
import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

export type PairAgreement = Figures<"agreement" | "kappa"> & {
  readonly first: number;
  readonly second: number;
  /** Cases that both have a choice on, and those on which it is the same. */
  readonly n: number;
  readonly same: number;
};

/**
 * Share of same choices and Cohen's kappa of every two raters, in the order 0-1, 0-2, 1-2, 0-3 … A rater has one choice a
 * case, -1 for none.
 */
export function agreeByPair(raters: readonly Int8Array[]): PairAgreement[] {
  const length = raters[0]?.length ?? 0;
  let options = 1;
  for (const choices of raters) {
    if (choices.length !== length)
      throw new MetricInputError("unequal_lengths", `raters have ${length} and ${choices.length} cases`);
    for (const choice of choices) options = Math.max(options, choice + 1);
  }
  // A row and a column more take in what has no choice, without a question for each.
  const width = options + 1;
  const table = new Int32Array(width * width);
  return raters.flatMap((b, second) =>
    raters.slice(0, second).map((a, first) => {
      table.fill(0);
      for (let from = 0; from < length; from += ROUNDS)
        countPairs(table, width, a, b, from, Math.min(length, from + ROUNDS));
      return { first, second, ...judge(table, width) };
    }),
  );
}

function countPairs(
  table: Int32Array,
  width: number,
  a: Int8Array,
  b: Int8Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const place = ((a[at] as number) + 1) * width + (b[at] as number) + 1;
    table[place] = (table[place] as number) + 1;
  }
}

function judge(table: Int32Array, width: number): Omit<PairAgreement, "first" | "second"> {
  const [rows, columns] = [new Float64Array(width), new Float64Array(width)];
  let [n, same] = [0, 0];
  for (let i = 1; i < width; i += 1)
    for (let j = 1; j < width; j += 1) {
      const count = table[i * width + j] as number;
      n += count;
      if (i === j) same += count;
      rows[i] = (rows[i] as number) + count;
      columns[j] = (columns[j] as number) + count;
    }
  if (n === 0) return { n, same, agreement: null, kappa: null, reason: "no_items" };
  const byChance = rows.reduce((sum, row, i) => sum + row * (columns[i] as number), 0);
  const agreement = same / n;
  if (byChance === n * n) return { n, same, agreement, kappa: null, reason: "one_category" };
  // In whole numbers until the last step: perfect agreement must give exactly 1.
  return { n, same, agreement, kappa: (n * same - byChance) / (n * n - byChance), reason: null };
}
