import type { TwoWaySpread } from "#lib/metrics/two-way/variance.ts";

const FEW = 20;
const NEAR = 0.95;
const BETWEEN_CASES = 1 / 3;

/** So few cases, nearly all of them right, or nearly none: how hard cases are is lopsided there, and few hard ones are met. */
export const isFewNearCeiling = (cases: number, accuracy: number): boolean =>
  cases <= FEW && Math.max(accuracy, 1 - accuracy) > NEAR;

/**
 * Whether what differs between those few, beyond the noise of single answers, is a good part of the variance. Then it is
 * known less closely than so many cases have it elsewhere.
 */
export const isLopsided = ({ mean, variance, cases, ofClusters, ...all }: TwoWaySpread): boolean =>
  variance !== null &&
  variance > 0 &&
  isFewNearCeiling(cases, mean) &&
  ofClusters - all.byAnswer / all.answers ** 2 > BETWEEN_CASES * variance;
