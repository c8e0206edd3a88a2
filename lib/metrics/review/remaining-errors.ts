import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import { requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import type { ReviewBounded, ReviewReason } from "#lib/metrics/review/review-reasons.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** A decision whose draw is done: not drawn, or drawn and checked. One that waits for its check is in no figure. */
export type DrawnDecision = {
  readonly annotator: number;
  /** The band of its rate; null among the first, which are all checked. */
  readonly band: number | null;
  readonly rate: number;
  readonly isChecked: boolean;
  /** A checked one's verdict. */
  readonly isWrong: boolean;
};

export type Stratum = {
  readonly annotator: number;
  readonly band: number | null;
  readonly decisions: number;
  readonly checked: number;
  readonly found: number;
  readonly unchecked: number;
  /** How many wrong ones are thought to be among the unchecked; null where nothing of the stratum was checked. */
  readonly estimated: number | null;
};

export type RemainingErrors = ReviewBounded & {
  readonly decisions: number;
  readonly checked: number;
  readonly found: number;
  readonly unchecked: number;
  readonly strata: readonly Stratum[];
};

/** Of what is unchecked, at most this share may stand in strata of which nothing at all was checked. */
const mostUnchecked = 0.05;

/**
 * How many wrong decisions are still among the unchecked. A wrong one that was found at rate r stands for (1 − r) / r
 * others that nobody looked at (Horvitz and Thompson). That has no bias even though rates follow what was found before,
 * and each stands for w with variance w(w + 1). The interval is Fay and Feuer's for weighted counts, by the beta rather
 * than the gamma distribution, so that it ends where all would be wrong: its upper end counts one wrong more, that
 * stands for as many as the average unchecked decision would.
 */
export function remainingErrors(
  decisions: readonly DrawnDecision[],
  level: number = defaultLevel,
): RemainingErrors {
  requireLevel(level);
  const strata = new Map<string, Stratum & { estimated: number }>();
  let [mean, variance, oneMore] = [0, 0, 0];
  for (const one of decisions) {
    requireNumber(one.rate, "rate", 0, 1);
    const stratum = findStratum(strata, one);
    stratum.decisions += 1;
    const others = (1 - one.rate) / one.rate;
    if (!one.isChecked) {
      stratum.unchecked += 1;
      oneMore += others;
      continue;
    }
    stratum.checked += 1;
    if (!one.isWrong) continue;
    stratum.found += 1;
    stratum.estimated += others;
    mean += others;
    variance += others * (others + 1);
  }
  const list = [...strata.values()].map((each) => ({
    ...each,
    estimated: each.checked === 0 && each.unchecked > 0 ? null : each.estimated,
  }));
  const sum = (name: "decisions" | "checked" | "found" | "unchecked") =>
    list.reduce((total, each) => total + each[name], 0);
  const counts = { decisions: sum("decisions"), checked: sum("checked"), found: sum("found") };
  const unchecked = sum("unchecked");
  const all = { ...counts, unchecked, strata: list };
  const reason = whyUndefined(decisions, list, unchecked);
  if (reason) return { value: null, low: null, high: null, reason, ...all };
  if (unchecked === 0) return { value: 0, low: 0, high: 0, reason: null, ...all };
  const bounds = boundCount({ mean, variance, oneMore: oneMore / unchecked, most: unchecked }, level);
  return { value: Math.min(mean, unchecked), ...bounds, reason: null, ...all };
}

type Counting = { -readonly [Name in keyof Stratum]: Stratum[Name] } & { estimated: number };

function findStratum(strata: Map<string, Counting>, { annotator, band }: DrawnDecision): Counting {
  const key = `${annotator} ${band}`;
  const known = strata.get(key);
  if (known) return known;
  const made = { annotator, band, decisions: 0, checked: 0, found: 0, unchecked: 0, estimated: 0 };
  strata.set(key, made);
  return made;
}

function whyUndefined(
  decisions: readonly DrawnDecision[],
  strata: readonly Stratum[],
  unchecked: number,
): ReviewReason | null {
  if (decisions.length === 0) return "no_items";
  if (unchecked === 0) return null;
  if (decisions.some(({ rate, isChecked }) => rate === 0 && !isChecked)) return "never_drawn";
  if (!decisions.some(({ rate, isChecked }) => isChecked && rate < 1)) return "no_checks";
  const blind = strata.reduce((sum, each) => sum + (each.checked === 0 ? each.unchecked : 0), 0);
  return blind > mostUnchecked * unchecked ? "unchecked_stratum" : null;
}

type Weighted = { mean: number; variance: number; oneMore: number; most: number };

function boundCount(
  { mean, variance, oneMore, most }: Weighted,
  level: number,
): { low: number; high: number } {
  const tail = (1 - level) / 2;
  const quantile = (p: number, of: { mean: number; variance: number }, more: 0 | 1): number => {
    const scale = of.variance / of.mean;
    const found = of.mean / scale;
    const rest = most / scale - found + more;
    return rest > 0 ? most * betaQuantile(p, found, rest) : most;
  };
  const above = { mean: mean + oneMore, variance: variance + oneMore * (oneMore + 1) };
  return {
    // The count is a whole one: an end of less than one wrong decision is none.
    low: mean === 0 ? 0 : Math.floor(Math.min(mean, quantile(tail, { mean, variance }, 1))),
    high: Math.max(Math.min(mean, most), quantile(1 - tail, above, 1)),
  };
}

/** The same as a share of what was accepted (or rejected) in the end, which those unchecked are part of. */
export function finalErrorRate({ value, low, high, reason }: ReviewBounded, among: number): ReviewBounded {
  if (value === null || low === null || high === null) return { value: null, low: null, high: null, reason };
  if (among === 0) return { value: null, low: null, high: null, reason: "no_items" };
  return { value: value / among, low: low / among, high: high / among, reason: null };
}
