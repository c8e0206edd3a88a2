import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import { requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { keepFinite, unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel, normalDeviate, scoreInterval } from "#lib/metrics/tests/proportion-interval.ts";

/** One checked decision: how likely it was to be checked, and whether it was right. */
export type Verdict = { readonly rate: number; readonly isRight: boolean };

export type CheckedAccuracy = {
  readonly right: number;
  readonly reviewed: number;
  /** right / reviewed, as published tables have it: of those that were checked. */
  readonly naive: Bounded;
  /** Each check counted by one over its rate: of all decisions, when rates changed on the way. */
  readonly weighted: Bounded;
};

/**
 * How many of an annotator's decisions are right. The checked ones are no simple sample: rates follow accuracy, so bad
 * weeks are checked more than good ones. The plain share has Wilson's interval. The weighted one has the interval of
 * Jeffreys with half a wrong decision more, as weighty as an average one's check: a wrong one found at a low rate moves
 * the share far, and an interval from an effective number of checks alone then misses too often.
 */
export function accuracyOfChecks(
  verdicts: readonly Verdict[],
  level: number = defaultLevel,
): CheckedAccuracy {
  requireLevel(level);
  const reviewed = verdicts.length;
  const right = verdicts.filter(({ isRight }) => isRight).length;
  if (reviewed === 0) {
    const none = unbounded(null, "no_items");
    return { right, reviewed, naive: none, weighted: none };
  }
  const naive = scoreInterval(right / reviewed, reviewed, normalDeviate(level));
  return {
    right,
    reviewed,
    naive: { value: right / reviewed, ...naive, reason: null },
    weighted: keepFinite({ ...weightedShare(verdicts, level), reason: null }),
  };
}

function weightedShare(verdicts: readonly Verdict[], level: number) {
  let [all, allSquares, wrong, wrongSquares] = [0, 0, 0, 0];
  for (const { rate, isRight } of verdicts) {
    requireNumber(rate, "rate", Number.MIN_VALUE, 1);
    const weight = 1 / rate;
    all += weight;
    allSquares += weight ** 2;
    if (isRight) continue;
    wrong += weight;
    wrongSquares += weight ** 2;
  }
  const average = allSquares / all;
  const counted = wrong + average / 2;
  const scale = (wrongSquares + average ** 2 / 2) / counted;
  const [found, others] = [counted / scale, (all + average - counted) / scale];
  const tail = (1 - level) / 2;
  return {
    value: 1 - wrong / all,
    low: wrong === all ? 0 : 1 - betaQuantile(1 - tail, found, others),
    high: wrong === 0 ? 1 : 1 - betaQuantile(tail, found, others),
  };
}

/** The same, window by window of so many decisions, in the order in which the annotator made them. */
export function accuracyByWindow(
  verdicts: readonly (Verdict & { readonly ordinal: number })[],
  size: number,
  level: number = defaultLevel,
): (CheckedAccuracy & { readonly from: number; readonly to: number })[] {
  const windows = new Map<number, Verdict[]>();
  for (const verdict of verdicts) {
    const at = Math.floor((verdict.ordinal - 1) / size);
    const own = windows.get(at);
    if (own) own.push(verdict);
    else windows.set(at, [verdict]);
  }
  return [...windows]
    .sort(([a], [b]) => a - b)
    .map(([at, own]) => ({ from: at * size + 1, to: (at + 1) * size, ...accuracyOfChecks(own, level) }));
}
