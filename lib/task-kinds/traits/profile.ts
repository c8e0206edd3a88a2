import type { TaskKind } from "#lib/task-kinds/kind.ts";

/** The five traits, in the order in which they are asked. */
export const traitNames = [
  "openness",
  "conscientiousness",
  "extraversion",
  "agreeableness",
  "neuroticism",
] as const;
export type TraitName = (typeof traitNames)[number];

/** Something for each of the five. */
export const ofTraits = <Of>(of: (name: TraitName, at: number) => Of): Record<TraitName, Of> =>
  Object.fromEntries(traitNames.map((name, at) => [name, of(name, at)])) as Record<TraitName, Of>;

/** Its place in low, neutral, high. */
export type Level = 0 | 1 | 2;
/** A level of each trait; null where none was given yet. */
export type TraitsValue = Readonly<Record<TraitName, Level | null>>;

/** Five levels as one number, as a case's right answer and a judge's answer are stored. */
export const encodeLevels = (levels: readonly number[]): number =>
  levels.reduce((code, level) => code * 4 + level, 0);

export const levelsOf = (value: TraitsValue): (Level | null)[] => traitNames.map((name) => value[name]);

/** The whole profile as one number; null while a trait is missing. */
export function codeOf(value: TraitsValue): number | null {
  const given = levelsOf(value).filter((level) => level !== null);
  return given.length === traitNames.length ? encodeLevels(given) : null;
}

/** All that one profile is told from, in order. */
export const itemsOf = ({ parts }: { parts: readonly { items: readonly string[] }[] }): readonly string[] =>
  parts.flatMap(({ items }) => items);

/** Five traits of whoever gave a set of answers, each low, neutral or high. */
export const traits: TaskKind<TraitsValue> = {
  nothing: ofTraits(() => null),
  // Of a profile that isn't whole yet, what there is of it: it fits no right answer.
  decide: (value) => String(codeOf(value) ?? levelsOf(value)).replace(/^,+$/, "") || null,
  listMissing: (value) => (codeOf(value) === null ? ["choice"] : []),
  beginsUnfolded: true,
  decidingField: traitNames[0],
};
