import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import type { CaseRatings, CasesByOrigin } from "#lib/metrics/ratings/rated-cases.ts";

/** In points of a scale from 1 to 5: what groups, raters and cases differ by, and the noise of a person and of a judge. */
export const ratingSpreads = { group: 0.5, rater: 0.3, case: 0.5, person: 0.7, judge: 0.8 };
const MIDDLE = 3.2;
/** The lowest and the highest origin lie so far from the middle. */
const ORIGIN_REACH = 0.8;

export type RatedDesign = {
  groups: number;
  origins: number;
  raters: number;
  /** What raters differ by in how they like an origin, in points; they don't without it. */
  taste?: number;
  /** Whether all origins are equally good. */
  isEqual?: boolean;
};
export type RatedStudy = { ratings: CaseRatings; byOrigin: CasesByOrigin; judge: Float64Array };

const leadOf = (origin: number, origins: number): number =>
  origins === 1 ? 0 : ORIGIN_REACH * ((2 * origin) / (origins - 1) - 1);

/** What people like these give to an origin on average: whatever they differ by is normal, and then made a point of the scale. */
export function expectedRating(origin: number, { origins, taste = 0, isEqual = false }: RatedDesign): number {
  const { group, rater, case: cases, person } = ratingSpreads;
  const mean = MIDDLE + (isEqual ? 0 : leadOf(origin, origins));
  const reached = [1.5, 2.5, 3.5, 4.5].map(
    (limit) => 1 - normalCdf(limit, mean, Math.hypot(group, rater, cases, person, taste)),
  );
  return 1 + reached.reduce((sum, share) => sum + share, 0);
}

/** Everybody rates every origin of every group; so does a judge, who sees what people see. */
export function drawRatings(
  { groups, origins, raters, taste = 0, isEqual = false }: RatedDesign,
  seed: number,
  stream: number,
): RatedStudy {
  const next = wholeNumbers(seed, stream);
  const normal = (spread: number) => spread * normalQuantile(toShare(next()), 0, 1);
  const toPoint = (value: number) => Math.max(1, Math.min(5, Math.round(value)));
  const cases = groups * origins;
  const severity = Array.from({ length: raters }, () => normal(ratingSpreads.rater));
  const liking = Array.from({ length: taste > 0 ? raters * origins : 0 }, () => normal(taste));
  const ofGroup = Array.from({ length: groups }, () => normal(ratingSpreads.group));
  const groupOf = Int32Array.from({ length: cases }, (_, at) => Math.floor(at / origins));
  const originOf = Int32Array.from({ length: cases }, (_, at) => at % origins);
  const quality = Float64Array.from(
    originOf,
    (origin, at) =>
      MIDDLE +
      (ofGroup[groupOf[at] as number] as number) +
      (isEqual ? 0 : leadOf(origin, origins)) +
      normal(ratingSpreads.case),
  );
  const rater = Int32Array.from({ length: cases * raters }, (_, i) => i % raters);
  const caseOf = Int32Array.from({ length: cases * raters }, (_, i) => Math.floor(i / raters));
  const rating = Float64Array.from(rater, (one, i) =>
    toPoint(
      (quality[caseOf[i] as number] as number) +
        (severity[one] as number) +
        (liking[one * origins + (originOf[caseOf[i] as number] as number)] ?? 0) +
        normal(ratingSpreads.person),
    ),
  );
  return {
    ratings: { raters, cases, rater, case: caseOf, rating },
    byOrigin: { origins, groups, originOf, groupOf },
    judge: quality.map((value) => toPoint(value + 0.3 + normal(ratingSpreads.judge))),
  };
}
