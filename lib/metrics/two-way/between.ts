import type { Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { leastForGain, moverInterval } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { correctionOf, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/** One group of people less another, and what its interval is made of. */
export type Between = {
  readonly first: TwoWayMean;
  readonly second: TwoWayMean;
  readonly value: number;
  /** How far cases that are hard for the one are hard for the other; 0 where they share none. */
  readonly correlation: number;
};

/** Of groups that have nobody in common, over cases, or works, that are numbered alike. */
export const measureBetween = (first: TwoWayMean, second: TwoWayMean): Between => ({
  ...{ first, second },
  value: first.mean - second.mean,
  correlation: correlate(first, second),
});

function correlate(first: TwoWayMean, second: TwoWayMean): number {
  const variances = (first.variance ?? 0) * (second.variance ?? 0);
  let [shared, together] = [0, 0];
  first.left.forEach((one, cluster) => {
    const correction = correctionOf(first.strata, cluster) * correctionOf(second.strata, cluster);
    if (correction === 0) return;
    shared += 1;
    together += Math.sqrt(correction) * one * (second.left[cluster] as number);
  });
  if (!(variances > Number.MIN_VALUE)) return 0;
  return Math.max(-1, Math.min(shared < leastForGain ? 0 : 1, together / Math.sqrt(variances)));
}

/** From the intervals of both, as the difference between people and a model. */
export function betweenInterval(
  { first, second, correlation }: Between,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  return moverInterval(
    { mean: first.mean, ...peopleInterval(first, level) },
    { mean: second.mean, ...peopleInterval(second, level) },
    correlation,
  );
}
