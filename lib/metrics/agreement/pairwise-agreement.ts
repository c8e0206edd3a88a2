import { cohenKappa, type CohenKappa, type PairTable } from "#lib/metrics/agreement/cohen-kappa.ts";
import { MetricInputError } from "#lib/metrics/input-error.ts";
import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

export type PairAgreement = CohenKappa & { readonly first: number; readonly second: number };

/**
 * Share of same choices and Cohen's kappa of every two raters, in the order 0-1, 0-2, 1-2, 0-3 … A rater has one choice a
 * case, -1 for none.
 */
export function agreeByPair(raters: readonly Int8Array[]): PairAgreement[] {
  const table = emptyTable(raters);
  return raters.flatMap((b, second) =>
    raters.slice(0, second).map((a, first) => {
      countPairs(table, a, b);
      return { first, second, ...cohenKappa(table) };
    }),
  );
}

export function tabulatePair(a: Int8Array, b: Int8Array): PairTable {
  const table = emptyTable([a, b]);
  countPairs(table, a, b);
  return table;
}

function emptyTable(raters: readonly Int8Array[]): PairTable {
  const length = raters[0]?.length ?? 0;
  let options = 1;
  for (const choices of raters) {
    if (choices.length !== length)
      throw new MetricInputError("unequal_lengths", `raters have ${length} and ${choices.length} cases`);
    for (const choice of choices) options = Math.max(options, choice + 1);
  }
  // A row and a column more take in what has no choice, without a question for each.
  const width = options + 1;
  return { width, counts: new Int32Array(width * width) };
}

function countPairs({ width, counts }: PairTable, a: Int8Array, b: Int8Array): void {
  counts.fill(0);
  for (let from = 0; from < a.length; from += ROUNDS)
    countRounds(counts, width, a, b, from, Math.min(a.length, from + ROUNDS));
}

function countRounds(
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
