import { groupedMean, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import {
  personalitySimilarity,
  traitLevels,
  traits,
  type TraitLevel,
  type TraitProfile,
} from "#lib/metrics/scores/personality-similarity.ts";

/** The level that most raters or runs found; neutral where none is found more often than the others. */
export function commonLevel(levels: readonly TraitLevel[]): { level: TraitLevel | null; isTie: boolean } {
  if (levels.length === 0) return { level: null, isTie: false };
  const counts = traitLevels.map((level) => levels.filter((one) => one === level).length);
  const most = Math.max(...counts);
  const common = traitLevels.filter((_, place) => counts[place] === most);
  const [only] = common;
  return common.length === 1 && only ? { level: only, isTie: false } : { level: "neutral", isTie: true };
}

/** One profile of what several raters or runs found, and how many traits were tied. */
export function commonProfile(profiles: readonly TraitProfile[]): { profile: TraitProfile; ties: number } {
  const found = traits.map((trait) => {
    const levels = profiles.flatMap((profile) => profile[trait] ?? []);
    return { trait, ...commonLevel(levels) };
  });
  return {
    profile: Object.fromEntries(found.map(({ trait, level }) => [trait, level])),
    ties: found.filter(({ isTie }) => isTie).length,
  };
}

/** A person by two sides, each as several raters or runs found it. */
export type PersonProfiles = {
  readonly reference: readonly TraitProfile[];
  readonly generated: readonly TraitProfile[];
};

export type SimilarityOfPeople = {
  readonly similarity: GroupedMean;
  /** By person; null where a trait is missing. */
  readonly byPerson: readonly (number | null)[];
  /** Of all levels, those that are neutral because raters or runs were tied. */
  readonly ties: number;
  readonly levels: number;
};

/** The mean over people, each of whom counts once. */
export function similarityOfPeople(
  people: readonly PersonProfiles[],
  level: number = defaultLevel,
): SimilarityOfPeople {
  const common = people.map(
    ({ reference, generated }) => [commonProfile(reference), commonProfile(generated)] as const,
  );
  const byPerson = common.map(([a, b]) => personalitySimilarity(a.profile, b.profile).similarity);
  const found = [...byPerson.entries()].flatMap(([person, one]) => (one === null ? [] : [{ person, one }]));
  const sides = common.flat();
  return {
    similarity: groupedMean(
      {
        value: Float64Array.from(found, ({ one }) => one),
        group: Int32Array.from(found, ({ person }) => person),
      },
      [0, 1],
      level,
    ),
    byPerson,
    ties: sides.reduce((sum, { ties }) => sum + ties, 0),
    levels: sides.reduce((sum, { profile }) => sum + traits.filter((trait) => profile[trait]).length, 0),
  };
}
