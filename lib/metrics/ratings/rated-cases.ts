import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { requireNumber, requirePlaces, requireSize } from "#lib/metrics/input-error.ts";

/** Ratings, each by its rater and its case, numbered from 0; at most one of a rater on a case. */
export type CaseRatings = {
  readonly raters: number;
  readonly cases: number;
  readonly rater: Int32Array;
  readonly case: Int32Array;
  readonly rating: Float64Array;
};

/** By case: the group it belongs to and the origin of what is judged. */
export type CasesByOrigin = {
  readonly origins: number;
  readonly groups: number;
  readonly originOf: Int32Array;
  readonly groupOf: Int32Array;
};

export function checkRatings({ raters, cases, rater, case: caseOf, rating }: CaseRatings): void {
  requireSize(caseOf.length, rater.length, "cases of ratings");
  requireSize(rating.length, rater.length, "ratings");
  requirePlaces(rater, raters, "a rater");
  requirePlaces(caseOf, cases, "a case");
  for (const one of rating) requireNumber(one, "a rating");
}

/** What raters say of each case on average; NaN where nobody rated it. */
export function meanByCase(ratings: CaseRatings): Float64Array {
  const { sums, counts } = sumByCase(ratings);
  return sums.map((sum, at) => sum / (counts[at] as number));
}

/** The same without each of those who rated any; NaN where nobody else rated the case. */
export function meansWithoutEach(ratings: CaseRatings): Float64Array[] {
  const { sums, counts } = sumByCase(ratings);
  const means = meanByCase(ratings);
  const left = new Map<number, Float64Array>();
  ratings.rating.forEach((one, i) => {
    const [by, at] = [ratings.rater[i] as number, ratings.case[i] as number];
    const own = left.get(by) ?? means.slice();
    left.set(by, own);
    own[at] = ((sums[at] as number) - one) / ((counts[at] as number) - 1);
  });
  return [...left.values()];
}

function sumByCase({ cases, case: caseOf, rating }: CaseRatings) {
  const [sums, counts] = [new Float64Array(cases), new Float64Array(cases)];
  rating.forEach((one, i) => {
    const at = caseOf[i] as number;
    sums[at] = (sums[at] as number) + one;
    counts[at] = (counts[at] as number) + 1;
  });
  return { sums, counts };
}

/** What people gave to each origin, each case counting once, however many rated it. */
export const splitByOrigin = (ratings: CaseRatings, { origins, originOf, groupOf }: CasesByOrigin) =>
  splitByPart(
    {
      value: ratings.rating,
      group: ratings.case.map((at) => groupOf[at] as number),
      weight: weighAlike(ratings.case),
      rater: ratings.rater,
    },
    ratings.case.map((at) => originOf[at] as number),
    origins,
  );
