import type { Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { minForGain, moverInterval } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { combine, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/** One group of people less another, and what its interval is made of. */
export type MeanDifference = {
  readonly first: TwoWayMean;
  readonly second: TwoWayMean;
  readonly value: number;
  /**
   * How far cases that are hard for the one are hard for the other, and, where the same people are in both, who does well
   * in the one does in the other; 0 where they share nothing.
   */
  readonly correlation: number;
};

/** Of groups that have nobody in common, over cases, or works, that are numbered alike. */
export const measureBetween = (first: TwoWayMean, second: TwoWayMean): MeanDifference => ({
  first,
  second,
  value: first.mean - second.mean,
  correlation: correlate(first, second),
});

/** Of the same people, numbered alike too, who answered some cases the one way and some the other, and none both ways. */
export const measureWithin = (first: TwoWayMean, second: TwoWayMean): MeanDifference => ({
  first,
  second,
  value: first.mean - second.mean,
  correlation: correlateWithin(first, second),
});

const correctionOf = ({ correction }: TwoWayMean, cluster: number) => correction[cluster] as number;

function correlate(first: TwoWayMean, second: TwoWayMean): number {
  const variances = (first.variance ?? 0) * (second.variance ?? 0);
  let [shared, together] = [0, 0];
  first.left.forEach((one, cluster) => {
    const correction = correctionOf(first, cluster) * correctionOf(second, cluster);
    if (correction === 0) return;
    shared += 1;
    together += Math.sqrt(correction) * one * (second.left[cluster] as number);
  });
  if (!(variances > Number.MIN_VALUE)) return 0;
  return Math.max(-1, Math.min(shared < minForGain ? 0 : 1, together / Math.sqrt(variances)));
}

/** So that both variances come to that of the difference itself, which is clustered by people and cases as a mean is. */
function correlateWithin(first: TwoWayMean, second: TwoWayMean): number {
  const [one, other] = [first.variance ?? 0, second.variance ?? 0];
  if (!(one * other > Number.MIN_VALUE)) return 0;
  const apart = (ofFirst: Float64Array, ofSecond: Float64Array, correction: (at: number) => number) =>
    ofFirst.reduce((sum, left, at) => sum + correction(at) * (left - (ofSecond[at] as number)) ** 2, 0);
  const people = Math.max(first.people, second.people);
  const shared = first.left.filter((_, at) => correctionOf(first, at) * correctionOf(second, at) > 0);
  const variance = combine({
    ofPeople: apart(first.leftOfPeople, second.leftOfPeople, () => people / (people - 1)),
    ofClusters: apart(first.left, second.left, (at) =>
      Math.max(correctionOf(first, at), correctionOf(second, at)),
    ),
    ofAnswers: first.byAnswer / first.answers ** 2 + second.byAnswer / second.answers ** 2,
    // What people and cases have in common cancels out, so that less than the noise of both means may be left.
    noise: 0,
  });
  const correlation = (one + other - variance) / (2 * Math.sqrt(one * other));
  return Math.max(-1, Math.min(shared.length < minForGain ? 0 : 1, correlation));
}

/** From the intervals of both, as the difference between people and a model. */
export function betweenInterval(
  { first, second, correlation }: MeanDifference,
  level: number = defaultLevel,
): Figures<"low" | "high"> {
  return moverInterval(
    { mean: first.mean, ...peopleInterval(first, level) },
    { mean: second.mean, ...peopleInterval(second, level) },
    correlation,
  );
}
