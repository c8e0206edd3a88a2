import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";
import { MetricInputError } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export type PairAgreement = Figures<"agreement" | "kappa"> & {
  readonly first: number;
  readonly second: number;
  /** Cases that both have a choice on, and those on which it is the same. */
  readonly n: number;
  readonly same: number;
};

/**
 * Share of same choices of every two raters, and the same beyond guessing, which is right once in as many times as there
 * are options (Randolph 2005). In the order 0-1, 0-2, 1-2, 0-3 … A rater has one choice a case, -1 for none.
 */
export function agreeByPair(raters: readonly Int8Array[], options: Int32Array): PairAgreement[] {
  for (const { length } of raters)
    if (length !== options.length)
      throw new MetricInputError("unequal_lengths", `a rater has ${length} of ${options.length} cases`);
  const most = options.reduce((most, count) => Math.max(most, count), 0);
  const shared = new Int32Array(most + 1);
  return raters.flatMap((b, second) =>
    raters.slice(0, second).map((a, first) => {
      shared.fill(0);
      let same = 0;
      for (let from = 0; from < a.length; from += ROUNDS)
        same += countRounds(shared, options, a, b, from, Math.min(a.length, from + ROUNDS));
      return { first, second, ...concludePair(shared, same) };
    }),
  );
}

/** `shared` counts the cases of both by how many options they have. */
function concludePair(shared: Int32Array, same: number): Omit<PairAgreement, "first" | "second"> {
  let [n, guessed] = [0, 0];
  for (const [options, count] of shared.entries()) {
    n += count;
    if (count > 0) guessed += count / options;
  }
  if (n === 0) return { n, same, ...withoutFigures(["agreement", "kappa"], "no_items") };
  const [agreement, chance] = [same / n, guessed / n];
  if (chance >= 1) return { n, same, agreement, kappa: null, reason: "one_category" };
  return { n, same, agreement, kappa: (agreement - chance) / (1 - chance), reason: null };
}

function countRounds(
  shared: Int32Array,
  options: Int32Array,
  a: Int8Array,
  b: Int8Array,
  from: number,
  to: number,
): number {
  let same = 0;
  for (let at = from; at < to; at += 1) {
    const [one, other] = [a[at] as number, b[at] as number];
    if (one < 0 || other < 0) continue;
    const count = options[at] as number;
    shared[count] = (shared[count] as number) + 1;
    if (one === other) same += 1;
  }
  return same;
}
