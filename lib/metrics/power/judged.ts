import fQuantile from "@stdlib/stats-base-dists-f-quantile";
import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import { minForClaim } from "#lib/metrics/claim.ts";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import { LEFT_TO_GROUPS } from "#lib/metrics/grouped/over-raters.ts";
import { requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { defaultLevel, scoreInterval, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** How answers differ, in points of the scale, or of a share from 0 to 1. */
export type JudgedSpreads = {
  /** Standard deviation of what cases truly are, and of what raters add to every answer. */
  caseSd: number;
  raterSd: number;
  /** What share of the variance of cases those of one group have in common. */
  alpha: number;
};
/** Of a mean what else an answer varies by; of a share that follows from the share. */
export type MeanInput = JudgedSpreads & { noiseSd: number };
export type ShareInput = JudgedSpreads & { share: number };

/** Cases of one origin, and who judges them. Averages, so not always whole. */
export type JudgedLayout = {
  groups: number;
  /** In one group. */
  casesEach: number;
  /** Of one case, and of all. */
  ratersEach: number;
  raters: number;
  /** Whether all cases of a group are judged by the same raters. */
  isWhole: boolean;
  /** Whether the cases that two origins have side by side are judged by the same raters, though groups are not. */
  isPaired?: boolean;
  /** In which two origins both have cases; null where there is nothing to compare with. */
  sharedGroups: number | null;
};

export const judgedReasons = ["too_few_groups", "too_few_raters", "no_headline"] as const;
export type JudgedReason = (typeof judgedReasons)[number];
export const gapReasons = ["one_origin", "too_few_shared"] as const;

export type JudgedFigures = {
  /** To either side of the mean or share of one origin: what such studies come to on average. */
  readonly half: number | null;
  readonly reason: JudgedReason | null;
  /** Between two origins, found in so many studies as the power says. */
  readonly difference: number | null;
  readonly differenceReason: JudgedReason | (typeof gapReasons)[number] | null;
};

/** What is left of the variance of a single answer; below 0 where cases and raters would vary more than a share can. */
export const noiseOfShare = ({ share, caseSd, raterSd }: ShareInput): number =>
  share * (1 - share) - caseSd ** 2 - raterSd ** 2;

export function powerOfMean(assumed: MeanInput, layout: JudgedLayout, level = defaultLevel): JudgedFigures {
  requireNumber(assumed.noiseSd, "noiseSd", 0);
  const expected = { assumed, noise: assumed.noiseSd ** 2 };
  return computeFigures(layout, expected, level, (variance, deviate) => deviate * Math.sqrt(variance));
}

export function powerOfShare(assumed: ShareInput, layout: JudgedLayout, level = defaultLevel): JudgedFigures {
  const { share } = assumed;
  const noise = noiseOfShare(assumed);
  requireNumber(share, "share", 0.001, 0.999);
  requireNumber(noise, "the variance left to a single answer", 0);
  const { groups, casesEach, ratersEach } = layout;
  const own = share * (1 - share);
  const least = own / (groups * casesEach * ratersEach);
  return computeFigures(layout, { assumed, noise }, level, (variance, deviate) => {
    const { low, high } = scoreInterval(share, own / Math.max(variance, least), deviate);
    return (high - low) / 2;
  });
}

/** Of one side over the other: found is what leaves 50% out of the interval, with nothing to pair it with. */
export function powerOfPreference(
  assumed: ShareInput,
  layout: JudgedLayout,
  level = defaultLevel,
): JudgedFigures {
  const { half, reason } = powerOfShare(assumed, { ...layout, sharedGroups: null }, level);
  const df = layout.groups - 1;
  const difference = half && half * (1 + studentDeviate(2 * POWER - 1, df) / studentDeviate(level, df));
  return { half, reason, difference, differenceReason: reason };
}

type Parts = {
  /** The variance of the mean that clustering by group finds. */
  ofGroups: number;
  /** That which clustering by rater finds beyond this: what raters differ by, and the rest, which may be below 0. */
  ofRaters: number;
  beside: number;
};

/** The same of the difference of two origins, in the groups that both have. */
type GapParts = {
  variance: number;
  ofRaters: number;
  /** What is left of single answers, which is taken out of that part of which there are more. */
  single: number;
};

/**
 * Expected sums of squares of `groupedMean`, for a layout as even as possible; decision 22 has the formulas. A cell holds
 * one rater's answers to one group.
 */
function expectParts({ caseSd, raterSd, alpha }: JudgedSpreads, noise: number, layout: JudgedLayout): Parts {
  for (const [name, value] of Object.entries({ caseSd, raterSd })) requireNumber(value, name, 0);
  requireNumber(alpha, "alpha", 0, 1);
  const { groups, casesEach, ratersEach, raters } = layout;
  const [cases, severity] = [caseSd ** 2, raterSd ** 2];
  const ratersOfGroup = countRaters(layout);
  const casesOfCell = (casesEach * ratersEach) / ratersOfGroup;
  const groupsOfRater = (groups * ratersOfGroup) / raters;
  const cells = groups * ratersOfGroup;
  const inGroup = cases * (alpha + (1 - alpha) / casesEach);
  const inCell = cases * (alpha + (1 - alpha) / casesOfCell) + noise / casesOfCell;
  // Raters that two groups share don't tell these two apart; so with groups that two raters share.
  const apart = groups > 1 ? Math.max(0, (groups - groupsOfRater) / (groups - 1)) : 0;
  const alone = raters > 1 ? (raters - ratersOfGroup) / (raters - 1) : 0;
  const noiseOfMean = noise / (groups * casesEach * ratersEach);
  const ofMean = inGroup / groups + severity / raters + noiseOfMean;
  const seen = (severity / ratersOfGroup) * apart;
  return {
    ofGroups: (inGroup + seen) / groups + noiseOfMean,
    ofRaters: severity * (1 / raters - (1 - 1 / raters) / cells) + (inGroup * alone) / cells + noiseOfMean,
    beside: (inCell + severity / raters - ofMean) / cells,
  };
}

/** In one group. */
const countRaters = ({ casesEach, ratersEach, raters, isWhole }: JudgedLayout): number =>
  isWhole ? ratersEach : Math.min(raters, ratersEach * casesEach);

/** What groups and raters are like for both origins cancels, but for raters who judged cases of one alone, dealt singly. */
function expectGap(
  { caseSd, raterSd, alpha }: JudgedSpreads,
  noise: number,
  layout: JudgedLayout & { sharedGroups: number },
): GapParts {
  const { casesEach, ratersEach, raters, isWhole, isPaired = false, sharedGroups } = layout;
  const own = countRaters(layout);
  const cases = (2 * (1 - alpha) * caseSd ** 2) / casesEach / sharedGroups;
  const answers =
    (2 * (noise / (casesEach * ratersEach) + (isWhole || isPaired ? 0 : raterSd ** 2 / own))) / sharedGroups;
  // Where not everybody judges each group, cases are among what raters differ by.
  const apart = 1 - own / raters;
  const seen = raters > 1 ? (cases * apart * raters) / (raters - 1) / own : 0;
  return { variance: cases + answers, ofRaters: seen + answers, single: seen * apart + answers };
}

const POWER = 0.8;

function computeFigures(
  layout: JudgedLayout,
  { assumed, noise }: { assumed: JudgedSpreads; noise: number },
  level: number,
  halfOf: (variance: number, deviate: number) => number,
): JudgedFigures {
  requireLevel(level);
  const { groups, casesEach, ratersEach, raters, sharedGroups } = layout;
  const [cases, answers] = [groups * casesEach, groups * casesEach * ratersEach];
  const none = (reason: JudgedReason) => ({
    half: null,
    reason,
    difference: null,
    differenceReason: reason,
  });
  if (raters < 2) return none("too_few_raters");
  if (groups < 2) return none("too_few_groups");
  if (cases < minForClaim.cases || answers < minForClaim.answers) return none("no_headline");
  const half = expectHalf(layout, expectParts(assumed, noise, layout), level, halfOf);
  if (sharedGroups === null) return { half, reason: null, difference: null, differenceReason: "one_origin" };
  if (sharedGroups < minDiffering)
    return { half, reason: null, difference: null, differenceReason: "too_few_shared" };
  const gap = expectGap(assumed, noise, { ...layout, sharedGroups });
  const difference = findGap(gap, { groups: sharedGroups - 1, raters: raters - 1 }, level);
  return { half, reason: null, difference, differenceReason: null };
}

/**
 * The true difference that so many studies find: over what both parts of the interval may come out as, by halves. Results
 * part the variance the same way (`partVariance`).
 */
function findGap(
  { variance, ofRaters, single }: GapParts,
  df: { groups: number; raters: number },
  level: number,
): number {
  const [byGroup, byRater] = [studentDeviate(level, df.groups) ** 2, studentDeviate(level, df.raters) ** 2];
  const raters = likelyRatios(df.raters, GAP_STEPS).map((ratio) => ofRaters * ratio);
  const halves = likelyRatios(df.groups, GAP_STEPS).flatMap((ratio) =>
    raters.map((rater) => {
      const group = variance * ratio;
      const [ofGroup, ofRater] =
        df.raters > df.groups
          ? [group, Math.max(0, rater - single)]
          : [Math.max(group - single, LEFT_TO_GROUPS * group), rater];
      return Math.sqrt(byGroup * ofGroup + byRater * ofRater);
    }),
  );
  const error = Math.sqrt(variance);
  if (error === 0) return 0;
  const powerOf = (gap: number) =>
    halves.reduce((sum, half) => sum + normalCdf((gap - half) / error, 0, 1), 0) / halves.length;
  let [low, high] = [0, Math.max(...halves) + 3 * error];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (powerOf(middle) < POWER) low = middle;
    else high = middle;
  }
  return high;
}

const STEPS = 100;
const GAP_STEPS = 25;

/**
 * Both parts are estimated from few, and that of raters is never below 0: the mean half width is over what they may come
 * out as, each a multiple of chi squared with its degrees of freedom.
 */
function expectHalf(
  { groups, raters }: JudgedLayout,
  { ofGroups, ofRaters, beside }: Parts,
  level: number,
  halfOf: (variance: number, deviate: number) => number,
): number {
  const [byGroup, byRater] = [studentDeviate(level, groups - 1) ** 2, studentDeviate(level, raters - 1) ** 2];
  const rater = likelyRatios(raters - 1).map((ratio) => Math.max(0, ofRaters * ratio - beside));
  let sum = 0;
  for (const ratio of likelyRatios(groups - 1))
    for (const added of rater) {
      const own = ofGroups * ratio;
      const variance = own + added;
      if (variance > 0) sum += halfOf(variance, Math.sqrt((own * byGroup + added * byRater) / variance));
    }
  return sum / STEPS ** 2;
}

/** Equally likely values of an estimated variance over the true one. */
const likelyRatios = (df: number, steps = STEPS): number[] =>
  Array.from({ length: steps }, (_, i) => fQuantile((i + 0.5) / steps, df, MANY));
const MANY = 1e7;
