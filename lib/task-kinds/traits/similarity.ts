import { compareMethods, type FlipTestOfPair } from "#lib/metrics/grouped/sign-flips.ts";
import type { TraitProfile } from "#lib/metrics/scores/personality-similarity.ts";
import { similarityOfPeople, type SimilarityOfPeople } from "#lib/metrics/scores/trait-levels.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { profileOf } from "#lib/task-kinds/traits/common.ts";
import { countTies, readProfiles, type ReadProfiles } from "#lib/task-kinds/traits/found.ts";
import { pairSides, type Origin, type Pairs, type SidePair } from "#lib/task-kinds/traits/pairs.ts";

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
export const isTold = ({ people: { answers, raters, cases } }: OriginSimilarity): boolean =>
  isClaimable({ answers, people: raters, cases });

export type OriginDifference = {
  first: Origin;
  second: Origin;
  difference: number | null;
  p: number | null;
  holm: number | null;
  groups: number;
  isExact: boolean;
  reason: FlipTestOfPair["reason"];
};
export type Similarities = Omit<Pairs, "pairs"> & {
  origins: readonly OriginSimilarity[];
  differences: readonly OriginDifference[];
};

/** The mean over people whom the cases are about, for each method and model that wrote the other side. */
export function describeSimilarity(rows: StudyRows, view: View): Similarities {
  return memoize(rows, `traits similarity ${viewKey(view)}`, () => {
    const found = readProfiles(rows, view);
    const { pairs, ...left } = pairSides(rows, view);
    const judges = rows.runs.filter(({ predictions }) => predictions.choice.some((code) => code >= 0));
    const origins = [...Map.groupBy(pairs, ({ origin }) => origin)];
    return withhold(rows, view.who, {
      ...left,
      origins: origins.map(([origin, own]) => describeOrigin(origin, own, found, judges)),
      differences: compareOrigins(rows, origins, found),
    });
  });
}

const isAnswered =
  ({ byCase }: ReadProfiles) =>
  ({ reference, generated }: SidePair) =>
    byCase[reference]?.length && byCase[generated]?.length;

function describeOrigin(
  origin: Origin,
  pairs: readonly SidePair[],
  found: ReadProfiles,
  judges: readonly RunRow[],
): OriginSimilarity {
  const answered = pairs.filter(isAnswered(found));
  const cases = [...new Set(answered.flatMap(({ reference, generated }) => [reference, generated]))];
  const answers = cases.flatMap((at) => found.byCase[at] ?? []);
  const ofPeople = measure(answered, (at) => (found.byCase[at] ?? []).map(({ levels }) => levels));
  return {
    ...origin,
    people: {
      ...ofPeople,
      answers: answers.length,
      raters: new Set(answers.map(({ person }) => person)).size,
      cases: cases.length,
    },
    judges: judges.map((run) => ({ run, ...measure(answered, (at) => found.ofRun(run, at)) })),
    unanswered: pairs.length - answered.length,
  };
}

type LevelsOf = (at: number) => readonly (readonly number[])[];

function measure(pairs: readonly SidePair[], levelsOf: LevelsOf): Similarity {
  const judged = pairs.filter(
    ({ reference, generated }) => levelsOf(reference).length > 0 && levelsOf(generated).length > 0,
  );
  const profiles = (at: number): TraitProfile[] => levelsOf(at).map(profileOf);
  const { similarity, ties, levels } = similarityOfPeople(
    judged.map(({ reference, generated }) => ({
      reference: profiles(reference),
      generated: profiles(generated),
    })),
  );
  const { mean, low, high, reason, n } = similarity;
  const tiedRuns = judged.flatMap(({ reference, generated }) => [
    ...levelsOf(reference),
    ...levelsOf(generated),
  ]);
  return { mean, low, high, reason, n, levels, ties: ties + countTies(tiedRuns) };
}

/** Each person counts once: two methods are compared over those of whom both have written. */
function compareOrigins(
  rows: StudyRows,
  origins: readonly (readonly [Origin, readonly SidePair[]])[],
  found: ReadProfiles,
): OriginDifference[] {
  const groups = [...new Set(origins.flatMap(([, pairs]) => pairs.map(({ group }) => group)))];
  const byOrigin = origins.map(([, pairs]) => {
    const values = new Float64Array(groups.length).fill(Number.NaN);
    for (const pair of pairs.filter(isAnswered(found))) {
      const { mean } = measure([pair], (at) => (found.byCase[at] ?? []).map(({ levels }) => levels));
      values[groups.indexOf(pair.group)] = mean ?? Number.NaN;
    }
    return values;
  });
  return compareMethods(byOrigin, rows.study.design.sample.seed).flatMap(({ first, second, ...tested }) => {
    const [a, b] = [origins[first]?.[0], origins[second]?.[0]];
    if (!a || !b) return [];
    const { difference, p, holm, groups: shared, isExact, reason } = tested;
    return [{ first: a, second: b, difference, p, holm, groups: shared, isExact, reason }];
  });
}
