import { measureReviews } from "#bench/support/coverage/measure-reviews.ts";
import type { Figure } from "#bench/support/figure.ts";

export const name = "review-coverage";
export const about =
  "how often the intervals of a review hold the truth, in simulated reviews (minutes; no server)";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

export const run = (): Promise<Figure[]> =>
  Promise.resolve(measureReviews(Math.max(20, Math.round(2000 * scale))));
