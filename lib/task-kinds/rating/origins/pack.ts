import type { RatedOriginsInput } from "#lib/metrics/ratings/rated-origins.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { numberGroups, numberOrigins, type Origin } from "#lib/task-kinds/origins.ts";
import { listJudges, type Judge } from "#lib/task-kinds/rating/origins/judges.ts";

export type PackedPart = {
  origins: readonly Origin[];
  judges: readonly Judge[];
  /** Indexes into the people and cases of the rows: raters, and cases that any of them rated. */
  people: readonly number[];
  cases: readonly number[];
  input: RatedOriginsInput;
};

/** Answers to cases of one track on one scale, in numbers. */
export function packPart(rows: StudyRows, answers: readonly number[], by: readonly string[]): PackedPart {
  const { person, case: caseOf, choice } = rows.answers;
  const cases = [...new Set(answers.map((i) => caseOf[i] as number))].sort((a, b) => a - b);
  const people = [...new Set(answers.map((i) => person[i] as number))].sort((a, b) => a - b);
  const points = rows.cases[cases[0] ?? 0]?.optionNames.length ?? 0;
  const [placeOfCase, placeOfPerson] = [cases, people].map(
    (listed) => new Map(listed.map((index, place) => [index, place])),
  ) as [Map<number, number>, Map<number, number>];
  const { origins, originOf } = numberOrigins(rows, cases, by);
  const { groups, groupOf } = numberGroups(rows, cases);
  const judges = listJudges(rows, cases, points);
  const ratings = {
    raters: people.length,
    cases: cases.length,
    rater: Int32Array.from(answers, (i) => placeOfPerson.get(person[i] as number) ?? 0),
    case: Int32Array.from(answers, (i) => placeOfCase.get(caseOf[i] as number) ?? 0),
    rating: Float64Array.from(answers, (i) => (choice[i] as number) + 1),
  };
  return {
    origins,
    people,
    cases,
    judges: judges.map(({ judge }) => judge),
    input: {
      ratings,
      byOrigin: { origins: origins.length, groups, originOf, groupOf },
      scale: [1, points],
      judges: judges.map(({ given }) => given),
      settings: {
        epsilon: readEpsilon(rows).epsilon,
        q: falseDiscovery,
        minHumansPerItem: 2,
        minItemsPerHuman: minItems,
        minAnnotators: leastAnnotators,
      },
    },
  };
}
