import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import { requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { keepFinite } from "#lib/metrics/measure.ts";
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
  /** Whether an auditor finds it wrong though its check did not; null where no auditor went over such a check. */
  readonly isMissed: boolean | null;
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
  /** By annotator and band. */
  readonly strata: readonly Stratum[];
  /** Checks that called a decision right and were audited, and those of them that had missed an error. */
  readonly audited: number;
  readonly missed: number;
  /** Of all errors in what was checked, the share that checks are thought to miss. */
  readonly missRate: number | null;
  /** Wrong ones among the unchecked and among those that checks called right, where checks miss as many as audits say. */
  readonly corrected: ReviewBounded;
};

/** Of what is unchecked, at most this share may stand in strata of which nothing at all was checked. */
const maxUnchecked = 0.05;

/**
 * How many wrong decisions are still among the unchecked, if every check is right. A wrong one that was found at rate r
 * stands for (1 − r) / r others that nobody looked at (Horvitz and Thompson). That has no bias even though rates follow what
 * was found before, and each stands for w with variance w(w + 1). The interval is Fay and Feuer's for weighted counts, by the
 * beta rather than the gamma distribution, so that it ends where all would be wrong: its upper end counts one wrong more, that
 * stands for as many as the average unchecked decision would.
 */
export function remainingErrors(
  decisions: readonly DrawnDecision[],
  level: number = defaultLevel,
): RemainingErrors {
  requireLevel(level);
  const strata = new Map<string, StratumCounts>();
  const sums = { mean: 0, squares: 0, uncheckedWeights: 0, audited: 0, missed: 0 };
  for (const one of decisions) {
    requireNumber(one.rate, "rate", 0, 1);
    const stratum = findStratum(strata, one);
    stratum.decisions += 1;
    const others = (1 - one.rate) / one.rate;
    if (!one.isChecked) {
      stratum.unchecked += 1;
      sums.uncheckedWeights += others;
      continue;
    }
    stratum.checked += 1;
    sums.audited += Number(one.isMissed !== null);
    sums.missed += Number(one.isMissed === true);
    if (!one.isWrong) continue;
    stratum.found += 1;
    stratum.estimated += others;
    sums.mean += others;
    sums.squares += others ** 2;
  }
  const list = [...strata.values()]
    .map((each) => ({ ...each, estimated: each.checked === 0 && each.unchecked > 0 ? null : each.estimated }))
    .sort((a, b) => a.annotator - b.annotator || (a.band ?? -1) - (b.band ?? -1));
  const sum = (name: "decisions" | "checked" | "found" | "unchecked") =>
    list.reduce((total, each) => total + each[name], 0);
  const unchecked = sum("unchecked");
  const counts = { decisions: sum("decisions"), checked: sum("checked"), found: sum("found"), unchecked };
  const oneMore = unchecked === 0 ? 0 : sums.uncheckedWeights / unchecked;
  const counted = { ...counts, ...sums, oneMore };
  const reason = whyUndefined(decisions, list, unchecked);
  return {
    ...keepFinite(reason ? none(reason) : boundUnchecked(counted, level)),
    ...counts,
    strata: list,
    ...computeMissed(counted, reason, level),
  };
}

const none = (reason: ReviewReason) => ({ value: null, low: null, high: null, reason });

type ErrorCounts = {
  readonly checked: number;
  readonly found: number;
  readonly unchecked: number;
  readonly audited: number;
  readonly missed: number;
  /** Sums of what those found wrong stand for, and of its squares. */
  readonly mean: number;
  readonly squares: number;
  /** What the average unchecked one would stand for. */
  readonly oneMore: number;
};

function boundUnchecked(
  { mean, squares, oneMore, unchecked: most }: ErrorCounts,
  level: number,
): ReviewBounded {
  if (most === 0) return { value: 0, low: 0, high: 0, reason: null };
  const last = { mean: oneMore, variance: oneMore * (oneMore + 1) };
  return boundCount({ mean, variance: squares + mean, last, most, least: 0 }, level);
}

/**
 * Where checks miss errors at one rate, whoever decided: an audited check that missed one stands for as many as there are such
 * checks to each audited one, and each of these, like every found one, for its share of the unchecked. What found ones stand
 * for grows with it, and what is uncertain of both is added.
 */
function computeMissed(counted: ErrorCounts, reason: ReviewReason | null, level: number) {
  const { checked, found, unchecked, audited, missed, mean, squares, oneMore } = counted;
  const calledRight = checked - found;
  const perAudit = audited === 0 ? 0 : calledRight / audited;
  const overlooked = missed * perAudit;
  const errors = found + overlooked;
  const told = { audited, missed, missRate: audited === 0 || errors === 0 ? null : overlooked / errors };
  if (reason || audited === 0) return { ...told, corrected: none(reason ?? "no_audits") };
  const perError = found === 0 ? oneMore : mean / found;
  const each = perAudit * (1 + perError);
  const growth = found === 0 ? 1 : errors / found;
  const grown = growth * oneMore;
  const corrected = boundCount(
    {
      mean: mean + missed * each,
      variance:
        growth ** 2 * squares -
        (growth ** 2 - 1) * mean * perError +
        growth * mean +
        missed * each * (each - 1),
      last:
        each > grown
          ? { mean: each, variance: each * (each - 1) }
          : { mean: grown, variance: grown * (grown + 1) },
      most: unchecked + calledRight - (audited - missed),
      // Those that auditors found are there.
      least: missed,
    },
    level,
  );
  return { ...told, corrected };
}

type StratumCounts = { -readonly [Name in keyof Stratum]: Stratum[Name] } & { estimated: number };

function findStratum(strata: Map<string, StratumCounts>, { annotator, band }: DrawnDecision): StratumCounts {
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
  return blind > maxUnchecked * unchecked ? "unchecked_stratum" : null;
}

type Moments = { mean: number; variance: number };
type WeightedCount = Moments & {
  /** The one wrong more that the upper end counts. */
  last: Moments;
  most: number;
  least: number;
};

function boundCount({ mean, variance, last, most, least }: WeightedCount, level: number): ReviewBounded {
  const tail = (1 - level) / 2;
  const quantile = (p: number, of: Moments): number => {
    if (of.variance === 0) return of.mean;
    const scale = of.variance / of.mean;
    const found = of.mean / scale;
    const rest = most / scale - found + 1;
    return rest > 0 ? most * betaQuantile(p, found, rest) : most;
  };
  const value = Math.min(mean, most);
  const above = { mean: mean + last.mean, variance: variance + last.variance };
  // The count is a whole one: an end of less than one wrong decision is none.
  const low = mean === 0 ? 0 : Math.floor(Math.min(value, quantile(tail, { mean, variance })));
  const high = Math.min(most, Math.max(value, quantile(1 - tail, above)));
  return { value, low: Math.max(least, low), high, reason: null };
}

/** The same as a share of what was accepted (or rejected) in the end, which those unchecked are part of. */
export function finalErrorRate({ value, low, high, reason }: ReviewBounded, among: number): ReviewBounded {
  if (value === null || low === null || high === null) return { value: null, low: null, high: null, reason };
  if (among === 0) return { value: null, low: null, high: null, reason: "no_items" };
  return { value: value / among, low: low / among, high: high / among, reason: null };
}
