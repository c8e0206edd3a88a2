import { compareMethods, type DifferenceOfPair } from "#lib/metrics/grouped/method-differences.ts";
import {
  similarityByRater,
  similarityOfPeople,
  type PersonProfiles,
  type SimilarityOfPeople,
} from "#lib/metrics/scores/trait-levels.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { profileOf } from "#lib/task-kinds/traits/common.ts";
import { countTies, readProfiles, type ReadProfiles } from "#lib/study-results/kinds/traits/found.ts";
import { pairSides, type Origin, type Pairs, type SidePair } from "#lib/study-results/kinds/traits/pairs.ts";

/** How alike the two sides of people are, by who judged them. */
export type Similarity = Pick<SimilarityOfPeople["similarity"], "mean" | "low" | "high" | "reason"> & {
  /** People whom cases are about, both of whose sides were judged. */
  n: number;
  /** Of all their levels, those that are neutral because raters or runs were tied. */
  ties: number;
  levels: number;
};
export type OriginSimilarity = Origin & {
  /** Of people who take part, over how many answers and raters. */
  people: Similarity & { answers: number; raters: number; cases: number };
  /** In the order of the runs; over the same cases. */
  judges: readonly (Similarity & { run: RunRow })[];
  /** Pairs of which people have answered one side alone, or neither. */
  unanswered: number;
};
/** Whether a mean is told; a judge's are over the same cases. */
export const hasEnoughProfiles = ({ people: { answers, raters, cases } }: OriginSimilarity): boolean =>
  hasEnoughData({ answers, people: raters, cases });

export type OriginDifference = Omit<DifferenceOfPair, "first" | "second"> & { first: Origin; second: Origin };
export type Similarities = Omit<Pairs, "pairs"> & {
  origins: readonly OriginSimilarity[];
  differences: readonly OriginDifference[];
};

/** The mean over people whom the cases are about, for each method and model that wrote the other side. */
export function computeSimilarity(rows: StudyRows, view: View): Similarities {
  return memoize(rows, `traits similarity ${viewKey(view)}`, () => {
    const found = readProfiles(rows, view);
    const { pairs, ...left } = pairSides(rows, view);
    const judges = rows.runs.filter(({ predictions }) => predictions.choice.some((code) => code >= 0));
    const origins = [...Map.groupBy(pairs, ({ origin }) => origin)];
    return withhold(rows, view.who, {
      ...left,
      origins: origins.map(([origin, own]) => computeOrigin(origin, own, found, judges)),
      differences: compareOrigins(origins, found),
    });
  });
}

const isAnswered =
  ({ byCase }: ReadProfiles) =>
  ({ reference, generated }: SidePair) =>
    byCase[reference]?.length && byCase[generated]?.length;

function computeOrigin(
  origin: Origin,
  pairs: readonly SidePair[],
  found: ReadProfiles,
  judges: readonly RunRow[],
): OriginSimilarity {
  const answered = pairs.filter(isAnswered(found));
  const cases = [...new Set(answered.flatMap(({ reference, generated }) => [reference, generated]))];
  const answers = cases.flatMap((at) => found.byCase[at] ?? []);
  const ofPeople = measure(answered, (at) => found.byCase[at] ?? []);
  return {
    ...origin,
    people: {
      ...ofPeople,
      answers: answers.length,
      raters: new Set(answers.map(({ person }) => person)).size,
      cases: cases.length,
    },
    judges: judges.map((run) => ({
      run,
      ...measure(answered, (at) => found.ofRun(run, at).map((levels) => ({ levels }))),
    })),
    unanswered: pairs.length - answered.length,
  };
}

/** What was found of a case, and by which person; a judge's runs are by nobody. */
type ProfilesOf = (at: number) => readonly { person?: number; levels: readonly number[] }[];

const listSides = (pairs: readonly SidePair[], foundOf: ProfilesOf): PersonProfiles[] => {
  const profiles = (at: number) =>
    foundOf(at).map(({ person, levels }) => ({
      ...profileOf(levels),
      ...(person !== undefined && { by: person }),
    }));
  return pairs.map(({ reference, generated }) => ({
    reference: profiles(reference),
    generated: profiles(generated),
  }));
};

function measure(pairs: readonly SidePair[], foundOf: ProfilesOf): Similarity {
  const judged = pairs.filter(
    ({ reference, generated }) => foundOf(reference).length > 0 && foundOf(generated).length > 0,
  );
  const { similarity, ties, levels } = similarityOfPeople(listSides(judged, foundOf));
  const { mean, low, high, reason, n } = similarity;
  const tiedRuns = judged.flatMap(({ reference, generated }) =>
    [...foundOf(reference), ...foundOf(generated)].map((one) => one.levels),
  );
  return { mean, low, high, reason, n, levels, ties: ties + countTies(tiedRuns) };
}

/** Each person counts once: two methods are compared over those of whom both have written. */
function compareOrigins(
  origins: readonly (readonly [Origin, readonly SidePair[]])[],
  found: ReadProfiles,
): OriginDifference[] {
  const groups = [...new Set(origins.flatMap(([, pairs]) => pairs.map(({ group }) => group)))];
  const placeOf = new Map(groups.map((group, place) => [group, place]));
  const byOrigin = origins.map(([, pairs]) => {
    const answered = pairs.filter(isAnswered(found));
    const places = answered.map(({ group }) => placeOf.get(group) as number);
    const values = similarityByRater(listSides(answered, (at) => found.byCase[at] ?? []));
    return { ...values, group: values.group.map((at) => places[at] as number) };
  });
  return compareMethods(byOrigin).flatMap(({ first, second, ...tested }) => {
    const [a, b] = [origins[first]?.[0], origins[second]?.[0]];
    return a && b ? [{ first: a, second: b, ...tested }] : [];
  });
}
