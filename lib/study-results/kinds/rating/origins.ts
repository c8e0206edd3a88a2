import {
  computeRatedOrigins,
  type RatedOrigins,
  type RatedOriginsInput,
} from "#lib/metrics/ratings/rated-origins.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { listRated } from "#lib/study-results/kinds/rating/ratings.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { numberGroups, numberOrigins, type Origin } from "#lib/study-results/kinds/origins.ts";
import { listJudges, type Judge } from "#lib/study-results/kinds/rating/judges.ts";

export type OriginCounts = {
  answers: number;
  people: number;
  cases: number;
  groups: number;
  /** How often each point was given. */
  points: readonly number[];
  isClaimable: boolean;
};

export type OriginPart = PackedPart & {
  track: string;
  scale: string;
  figures: RatedOrigins;
  counts: readonly OriginCounts[];
};

/** More are a list of cases, and no table of where they come from. */
export const maxOrigins = 200;

/** What was rated, by where it comes from: each track and each scale by itself. Null where there are too many origins. */
export const getOrigins = (
  rows: StudyRows,
  view: View,
  by: readonly string[],
): Promise<readonly (OriginPart | null)[]> =>
  memoize(rows, `origins ${JSON.stringify(by)} ${viewKey(view)}`, () =>
    Promise.all(
      listRated(rows, view).map(async ({ track, scale, answers }) => {
        const packed = packPart(rows, answers, by);
        if (packed.origins.length > maxOrigins) return null;
        const figures = withhold(rows, view.who, await compute(packed));
        return { track, scale, ...packed, counts: countOrigins(packed), figures };
      }),
    ),
  );

/** Below, a thread would take longer to start. */
const manyAnswers = 5000;

const compute = async ({ input }: PackedPart): Promise<RatedOrigins> =>
  input.ratings.rating.length > manyAnswers ? runInThread("origins", [input]) : computeRatedOrigins(input);

function countOrigins({ input: { ratings, byOrigin, scale } }: PackedPart): OriginCounts[] {
  const found = Array.from({ length: byOrigin.origins }, () => ({
    answers: 0,
    people: new Set<number>(),
    cases: new Set<number>(),
    groups: new Set<number>(),
    points: Array.from({ length: scale[1] }, () => 0),
  }));
  ratings.rating.forEach((rating, i) => {
    const at = ratings.case[i] as number;
    const own = found[byOrigin.originOf[at] as number];
    if (!own) return;
    own.answers += 1;
    own.people.add(ratings.rater[i] as number);
    own.cases.add(at);
    own.groups.add(byOrigin.groupOf[at] as number);
    own.points[rating - 1] = (own.points[rating - 1] ?? 0) + 1;
  });
  return found.map(({ answers, people, cases, groups, points }) => {
    const n = { answers, people: people.size, cases: cases.size };
    return { ...n, groups: groups.size, points, isClaimable: hasEnoughData(n) };
  });
}

type PackedPart = {
  origins: readonly Origin[];
  judges: readonly Judge[];
  /** Indexes into the people and cases of the rows: raters, and cases that any of them rated. */
  people: readonly number[];
  cases: readonly number[];
  input: RatedOriginsInput;
};

/** Answers to cases of one track on one scale, in numbers. */
function packPart(rows: StudyRows, answers: readonly number[], by: readonly string[]): PackedPart {
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
