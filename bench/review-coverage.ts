import { measureReviews } from "#bench/support/coverage/measure-reviews.ts";
import { scale, type Figure } from "#bench/support/figure.ts";

export const name = "review-coverage";
export const about =
  "how often the intervals of a review hold the truth, in simulated reviews (minutes; no server)";

export const run = (): Promise<Figure[]> =>
  Promise.resolve(measureReviews(Math.max(20, Math.round(2000 * scale))));
