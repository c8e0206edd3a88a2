import {
  groupedMean,
  groupedShare,
  type GroupedMean,
  type GroupedValues,
} from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import { requirePlaces, requireSize } from "#lib/metrics/input-error.ts";
import { rewardOf } from "#lib/metrics/scores/mcq-reward.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** Answers to questions whose options have types, by answer. */
export type McqAnswers = {
  readonly types: readonly string[];
  /** The type of what was chosen, as its place among the types; -1 for an answer that names no option. */
  readonly chosen: Int32Array;
  readonly group: Int32Array;
  readonly rater?: Int32Array | null;
  /** Where the right option stood, from 0. */
  readonly rightPlace: Int32Array;
  /** What choosing the longest option would have got: 1, 0, or a part where several are longest. */
  readonly longest: Float64Array;
};

export type McqFigures = {
  readonly malformed: number;
  readonly accuracy: GroupedMean;
  readonly reward: GroupedMean;
  /** By type, of all answers that count. */
  readonly shares: readonly GroupedMean[];
  /** Accuracy by where the right option stood. */
  readonly byPlace: readonly GroupedMean[];
  /** Accuracy where no other option is as long as the right one, and where one is. */
  readonly longest: GroupedMean;
  readonly notLongest: GroupedMean;
  /** What always choosing the longest option would have got. */
  readonly choosingLongest: GroupedMean;
};

/** Ours leaves malformed answers out and counts them; the public code scores them 0 and -0.5. */
export type MalformedAnswers = "left_out" | "as_public_code";

export function mcqFigures(
  answers: McqAnswers,
  malformed: MalformedAnswers,
  level: number = defaultLevel,
): McqFigures {
  const { types, chosen, group, rater, rightPlace, longest } = answers;
  for (const list of [group, rightPlace, longest]) requireSize(list.length, chosen.length, "answers");
  requirePlaces(
    chosen.map((type) => Math.max(0, type)),
    types.length,
    "a type",
  );
  const formed = [...chosen.keys()].filter((i) => chosen[i] !== -1);
  const counted = malformed === "left_out" ? formed : [...chosen.keys()];
  const typeOf = (i: number) => types[chosen[i] as number];
  const over = (of: (i: number) => number, those = counted): GroupedValues => ({
    value: Float64Array.from(those, of),
    group: Int32Array.from(those, (i) => group[i] as number),
    rater: rater ? Int32Array.from(those, (i) => rater[i] as number) : null,
  });
  const share = (given: GroupedValues) => groupedShare(given, level);
  const isRight = (i: number) => Number(typeOf(i) === "correct");
  const ofRight = over(isRight);
  const places = Int32Array.from(counted, (i) => rightPlace[i] as number);
  const [notLongest, isLongest] = splitByPart(
    ofRight,
    Int32Array.from(counted, (i) => Number(longest[i] === 1)),
    2,
  ) as [GroupedValues, GroupedValues];
  return {
    malformed: chosen.length - formed.length,
    accuracy: share(ofRight),
    reward: groupedMean(
      over((i) => rewardOf(typeOf(i) ?? "malformed")),
      [-1, 1],
      level,
    ),
    shares: types.map((type) => share(over((i) => Number(typeOf(i) === type)))),
    byPlace: splitByPart(ofRight, places, Math.max(-1, ...new Set(places)) + 1).map(share),
    longest: share(isLongest),
    notLongest: share(notLongest),
    choosingLongest: groupedMean(
      over((i) => longest[i] as number),
      [0, 1],
      level,
    ),
  };
}

/** What choosing the longest of these options gets, by their lengths: 1, 0, or a part where the right one is as long as others. */
export function chooseLongest(lengths: readonly number[], right: number): number {
  const most = Math.max(...lengths);
  return lengths[right] === most ? 1 / lengths.filter((length) => length === most).length : 0;
}
