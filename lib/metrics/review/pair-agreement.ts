import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

export type AgreementOfTwo = {
  readonly n: number;
  readonly same: number;
  readonly agreement: Bounded;
  /** Beyond guessing among so many answers (Randolph 2005): a line through the share, and so is its interval. */
  readonly freeMarginal: Bounded;
  readonly cohen: Bounded;
};

/** Two judgements of the same things, the one's and the other's, each one of `answers` numbered from 0. */
export function agreeInPairs(
  pairs: readonly (readonly [one: number, other: number])[],
  answers: number,
  level: number = defaultLevel,
): AgreementOfTwo {
  const [ones, others] = [new Int8Array(pairs.length), new Int8Array(pairs.length)];
  pairs.forEach(([one, other], i) => {
    ones[i] = one;
    others[i] = other;
  });
  const table = tabulatePair(ones, others);
  const { n, same, kappa, ciLow, ciHigh, reason } = cohenKappaInterval(table, level);
  if (n === 0) {
    const none = unbounded(null, "no_items");
    return { n, same, agreement: none, freeMarginal: none, cohen: none };
  }
  const { low, high } = wilsonInterval(same, n, level);
  const beyondGuessing = (share: number) => (share * answers - 1) / (answers - 1);
  return {
    n,
    same,
    agreement: { value: same / n, low, high, reason: null },
    freeMarginal: {
      value: beyondGuessing(same / n),
      low: beyondGuessing(low as number),
      high: beyondGuessing(high as number),
      reason: null,
    },
    cohen: boundCohen(kappa, ciLow, ciHigh, reason),
  };
}

/** Where all agree, Cohen's large-sample error is 0, which is no interval. */
function boundCohen(
  kappa: number | null,
  low: number | null,
  high: number | null,
  reason: Bounded["reason"],
): Bounded {
  if (kappa === null || low === null || high === null) return unbounded(null, reason ?? "no_items");
  if (low === high) return unbounded(kappa, "no_error");
  return { value: kappa, low: Math.max(-1, low), high: Math.min(1, high), reason: null };
}
