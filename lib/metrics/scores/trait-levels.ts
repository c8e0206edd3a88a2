import { meanOfParts, type GroupedMean, type GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";
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

/** As one rater, or one run, found it; runs are one judge's and have no number. */
export type RatedProfile = TraitProfile & { readonly by?: number };
/** A person by two sides, each as several raters or runs found it. */
export type PersonProfiles = {
  readonly reference: readonly RatedProfile[];
  readonly generated: readonly RatedProfile[];
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
  const sides = people.flatMap(({ reference, generated }) => [
    commonProfile(reference),
    commonProfile(generated),
  ]);
  const byPerson = people.map(similarityOf);
  const known = byPerson.filter((one) => one !== null);
  const similarity = meanOfParts(similarityByRater(people), [0, 1], level);
  return {
    similarity: {
      ...similarity,
      // Taken apart by rater and put together again it would differ in the last digit.
      mean: similarity.mean === null ? null : known.reduce((sum, one) => sum + one, 0) / known.length,
      n: known.length,
    },
    byPerson,
    ties: sides.reduce((sum, { ties }) => sum + ties, 0),
    levels: sides.reduce((sum, { profile }) => sum + traits.filter((trait) => profile[trait]).length, 0),
  };
}

const similarityOf = ({ reference, generated }: PersonProfiles): number | null =>
  personalitySimilarity(commonProfile(reference).profile, commonProfile(generated).profile).similarity;

/**
 * By person, numbered from 0, what each rater adds to the similarity: by as much as it moves when they are left out, so that
 * all together come to the similarity itself (the jackknife's pseudo-values). A judge, whose runs have no numbers, adds it as
 * a whole.
 */
export function similarityByRater(people: readonly PersonProfiles[]): GroupedValues {
  const parts = people.flatMap((person, group) => {
    const whole = similarityOf(person);
    if (whole === null) return [];
    const raters = [...new Set([...person.reference, ...person.generated].flatMap(({ by }) => by ?? []))];
    if (raters.length === 0) return [{ group, rater: -1, weight: 1, value: whole }];
    const without = raters.map((rater) => similarityOf(leaveOut(person, rater)) ?? whole);
    // From the first, so that equal ones leave nothing.
    const [first = whole] = without;
    const middle = first + without.reduce((sum, one) => sum + (one - first), 0) / raters.length;
    return raters.map((rater, at) => ({
      group,
      rater,
      weight: 1 / raters.length,
      value: whole + (raters.length - 1) * (middle - (without[at] as number)),
    }));
  });
  return {
    value: Float64Array.from(parts, ({ value }) => value),
    group: Int32Array.from(parts, ({ group }) => group),
    weight: Float64Array.from(parts, ({ weight }) => weight),
    rater: parts.some(({ rater }) => rater >= 0) ? Int32Array.from(parts, ({ rater }) => rater) : null,
  };
}

const leaveOut = ({ reference, generated }: PersonProfiles, rater: number): PersonProfiles => ({
  reference: reference.filter(({ by }) => by !== rater),
  generated: generated.filter(({ by }) => by !== rater),
});
