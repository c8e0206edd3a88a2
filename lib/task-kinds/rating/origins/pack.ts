import type { RatedOriginsInput } from "#lib/metrics/ratings/rated-origins.ts";
import {
  falseDiscovery,
  leastAnnotators,
  leastItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { listJudges, type Judge } from "#lib/task-kinds/rating/origins/judges.ts";

/** Where something comes from: a value of each attribute asked for, null where a case lacks it. */
export type Origin = readonly (string | null)[];

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
    ...{ origins, people, cases },
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
        minItemsPerHuman: leastItems,
        minAnnotators: leastAnnotators,
      },
      seed: rows.study.design.sample.seed,
    },
  };
}

/** In the order in which a benchmark first names the values of each attribute. */
function numberOrigins(rows: StudyRows, cases: readonly number[], by: readonly string[]) {
  const placesOf = by.map(() => new Map<string | null, number>());
  const found = cases.map((at) => {
    const { attributes } = rows.cases[at] ?? {};
    return by.map((name) => attributes?.[name] ?? null);
  });
  for (const values of found)
    for (const [i, value] of values.entries()) {
      const places = placesOf[i];
      if (places && !places.has(value)) places.set(value, places.size);
    }
  const keyed = new Map(found.map((values) => [JSON.stringify(values), values]));
  const origins = [...keyed.values()].sort((a, b) => {
    const differs = a.findIndex((value, i) => value !== b[i]);
    const placeOf = (values: Origin) => placesOf[differs]?.get(values[differs] ?? null) ?? 0;
    return differs < 0 ? 0 : placeOf(a) - placeOf(b);
  });
  const numberOf = new Map(origins.map((values, number) => [JSON.stringify(values), number]));
  return {
    origins,
    originOf: Int32Array.from(found, (values) => numberOf.get(JSON.stringify(values)) ?? 0),
  };
}

/** A case without a group is one of its own. */
function numberGroups(rows: StudyRows, cases: readonly number[]) {
  const numbers = new Map<string, number>();
  const groupOf = Int32Array.from(cases, (at) => {
    const { group = null } = rows.cases[at] ?? {};
    const key = group === null ? `case ${at}` : `group ${group}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { groups: numbers.size, groupOf };
}
