import { estimateSitting, promisedMinutes, type Spread } from "#lib/studies/reading/reading-time.ts";
import { countAsked, countServed } from "#lib/studies/strata/schema.ts";
import type { Design, FrozenWords, StudyLanguage } from "#lib/studies/schema.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { fillWords, type FieldValues } from "#lib/studies/texts/fields.ts";

type Planned = Pick<Design, "sample" | "questions" | "words">;

/** Who is meant where a study names nobody. */
const whoInvited = { en: "the person who invited you", "zh-CN": "邀请您的人" } as const;

/** How long one sitting takes, by the cases that were drawn; null where none could be. */
export const sittingOf = (design: Planned, language: StudyLanguage, reading: Spread | null): Spread | null =>
  reading && estimateSitting(design, language, { reading, served: countServed(design.sample) });

/** What the fields of the texts come to, in one language. */
export function fieldValuesOf(design: Planned, language: StudyLanguage, reading: Spread | null): FieldValues {
  const { sample, questions, words } = design;
  const said = (count: number | null) => (count === null || count === 0 ? null : String(count));
  const line = (field: "contact" | "institution") => words.ethics?.[field][language] || null;
  const sitting = sittingOf(design, language, reading);
  return {
    cases: said(countAsked(sample) + sample.attention.count),
    minutes: sitting && writeMinutes(promisedMinutes(sitting), language),
    contact: line("contact") ?? whoInvited[language],
    institution: line("institution"),
    practice: said(sample.practice.count),
    limit: said(questions.timeLimitMinutes),
  };
}

const writeMinutes = ({ least, most }: { least: number; most: number }, language: StudyLanguage): string =>
  least === most ? String(least) : language === "en" ? `${least} to ${most}` : `${least} 到 ${most}`;

/** One language's texts as its participants read them. */
export const wordsAsRead = (design: Planned, language: StudyLanguage, reading: Spread | null): FrozenWords =>
  fillWords(freezeWords(design.words, language), fieldValuesOf(design, language, reading));
