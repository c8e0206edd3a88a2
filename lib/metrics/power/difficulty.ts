import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";

const STEPS = 4096;
const WIDEST = 25;

/**
 * e to the power of x by its series. Math.exp may differ in the last digit from one engine to the next, and one
 * digit is enough for another answer; this is built of operations that the standard fixes to the bit.
 */
export function exponential(x: number): number {
  let halvings = 0;
  let small = x;
  while (Math.abs(small) > 0.125) {
    small /= 2;
    halvings += 1;
  }
  let sum = 1;
  for (let term = 14; term >= 1; term -= 1) sum = 1 + (small / term) * sum;
  for (let i = 0; i < halvings; i += 1) sum *= sum;
  return sum;
}

/** 4,096 equally likely values of a standard normal variable. */
const normalSteps = Float64Array.from({ length: STEPS }, (_, i) => normalQuantile((i + 0.5) / STEPS, 0, 1));

/** By how much the odds of a wrong answer are multiplied for equally likely persons, or cases. */
export const listOddsFactors = (spread: number): Float64Array =>
  normalSteps.map((z) => exponential(-spread * z));

/** Uniform over the steps: the upper twelve bits. */
export const toStep = (whole: number): number => whole >>> 20;

/** Share of right answers over all persons and cases, when those in the middle have these odds of being wrong. */
export function marginalAccuracy(wrongOdds: number, factors: Float64Array): number {
  let sum = 0;
  for (const factor of factors) sum += 1 / (1 + wrongOdds * factor);
  return sum / factors.length;
}

/** The odds of a wrong answer in the middle with which the accuracy over everybody and everything comes out. */
export function solveWrongOdds(accuracy: number, factors: Float64Array): number {
  let [low, high] = [-WIDEST, WIDEST];
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (marginalAccuracy(exponential(middle), factors) > accuracy) low = middle;
    else high = middle;
  }
  return exponential((low + high) / 2);
}
