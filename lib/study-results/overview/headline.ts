import type { Intervals } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import {
  findBest,
  type Counts,
  type Interval,
  type ModelPoints,
  type PeoplePoints,
  type Points,
} from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View, Who } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** What a sentence about people and the best model is made of; null intervals are still being computed. */
export type Headline = {
  who: Who;
  n: Counts;
  isClaimable: boolean;
  /** all: everybody answered every case; each: everybody so many of them; unequal: some more than others. */
  spread: { kind: "all" } | { kind: "each"; answers: number } | { kind: "unequal" };
  people: Pick<PeoplePoints, "accuracy"> & { interval: Interval | null };
  best: {
    model: ModelPoints;
    /** How many others are exactly as good. */
    equals: number;
    interval: Interval | null;
    gap: (Interval & { p: number | null }) | null;
  } | null;
};

export function writeHeadline(
  rows: StudyRows,
  view: View,
  points: Points,
  intervals: Intervals | null,
): Headline {
  const found = findBest(points.models);
  const { n, accuracy, isClaimable } = points.people;
  return {
    who: view.who,
    n,
    isClaimable,
    spread: readSpread(getSelection(rows, view)),
    people: { accuracy, interval: intervals?.people ?? null },
    best: found && {
      model: found.best,
      equals: found.equals,
      interval: intervals?.models.get(found.best.runId) ?? null,
      gap: intervals?.gaps.get(found.best.runId) ?? null,
    },
  };
}

export function readSpread({ rows, people, cases, answers }: Selection): Headline["spread"] {
  const given = new Int32Array(rows.people.length);
  for (const i of answers) {
    const person = rows.answers.person[i] as number;
    given[person] = (given[person] as number) + 1;
  }
  const counts = new Set(Array.from(people, (person) => given[person]));
  const [each] = counts;
  if (counts.size !== 1 || each === undefined) return { kind: "unequal" };
  return each === cases.length ? { kind: "all" } : { kind: "each", answers: each };
}
