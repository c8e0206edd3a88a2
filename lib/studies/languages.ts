import {
  studyLanguages,
  textParts,
  type Design,
  type StudyLanguage,
  type StudyWords,
  type TextPart,
  type Sample,
} from "#lib/studies/schema.ts";
import { isOther } from "#lib/i18n/other-language.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";

export const missingParts = (words: StudyWords): TextPart[] =>
  textParts.filter((part) => words[part].trim() === "");

/** A study is offered in a language once all of its texts are there in it. */
export const offeredLanguages = (texts: Design["words"]): StudyLanguage[] =>
  studyLanguages.filter((language) => missingParts(texts[language]).length === 0);

type Track = { track: string; language: string };
export type LanguageCount = { language: string; cases: number };

/** The most common first. */
export function countByLanguage<T extends Track>(
  tracks: readonly T[],
  casesOf: (track: T) => number,
): LanguageCount[] {
  const counts = new Map<string, number>();
  for (const track of tracks) counts.set(track.language, (counts.get(track.language) ?? 0) + casesOf(track));
  return [...counts]
    .map(([language, cases]) => ({ language, cases }))
    .filter(({ cases }) => cases > 0)
    .sort((a, b) => b.cases - a.cases || (a.language < b.language ? -1 : 1));
}

/** Of what one participant gets, by the plan. Attention checks and practice are drawn from all tracks. */
export const countSampled = (tracks: readonly Track[], sample: Sample): LanguageCount[] =>
  countByLanguage(tracks, ({ track }) => countAsked(sample, track));

/** Those that nobody reads the study in, and nobody may pass. */
export function listUnreadable(design: Design, tracks: readonly Track[]): LanguageCount[] {
  const offered = offeredLanguages(design.words);
  if (design.questions.mayPass || offered.length === 0) return [];
  return countSampled(tracks, design.sample).filter(({ language }) =>
    offered.every((reader) => isOther(language, reader)),
  );
}
