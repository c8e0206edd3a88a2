import {
  ethicsFields,
  type EthicsField,
  type Design,
  type FrozenWords,
  type StudyLanguage,
} from "#lib/studies/schema.ts";

/** One language's texts with the lines of its consent: what its participants read, and agree to. */
export function freezeWords(
  { ethics, ticks, ...texts }: Design["words"],
  language: StudyLanguage,
): FrozenWords {
  const lines = ethics
    ? ethicsFields.flatMap((field) => {
        const said = ethics[field][language];
        return said === "" ? [] : [[field, said] as const];
      })
    : [];
  return {
    ...texts[language],
    ...(lines.length > 0 ? { ethics: Object.fromEntries(lines) } : {}),
    ...(ticks?.length ? { ticks: ticks.map(({ key, label }) => ({ key, label: label[language] })) } : {}),
  };
}

/** Whom to ask, with the language it is written in. */
export function findContact(lines: readonly ConsentLine[], language: StudyLanguage) {
  const said = lines.find(({ field }) => field === "contact")?.said;
  return said === undefined ? undefined : { said, language };
}

export type ConsentLine = { field: EthicsField; said: string };

/** The lines under the text of a consent, in their order. */
export const listConsentLines = ({ ethics = {} }: Pick<FrozenWords, "ethics">): ConsentLine[] =>
  ethicsFields.flatMap((field) => {
    const said = ethics[field];
    return said ? [{ field, said }] : [];
  });
