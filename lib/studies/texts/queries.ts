import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import { parseWords, studyLanguages, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";
import { armsAsRead, questionsAsRead, wordsAsRead } from "#lib/studies/texts/field-values.ts";

export type TextsAsRead = Readonly<Record<StudyLanguage, FrozenWords>>;
type Design = Study["design"];
export type WordsAsRead = {
  texts: TextsAsRead;
  questions: Design["questions"];
  arms: Design["assignment"]["arms"];
};

type TextStudy = Pick<Study, "id" | "state" | "design" | "benchmark">;

/** The study's own words as participants read them: what was frozen, or what a draft's fields would become now. */
export async function getWordsAsRead(
  viewer: Staff,
  { id, state, design, benchmark }: TextStudy,
): Promise<WordsAsRead> {
  const isDraft = state === "draft";
  // Whoever may only read gets no sample of a draft, and with it no minutes.
  const known =
    isDraft && hasRole(viewer, ["admin"])
      ? (await getPlan(viewer, { benchmark, design })).facts
      : { reading: null, benchmark };
  const frozen = isDraft
    ? []
    : await db.studyText.findMany({
        where: { studyId: id },
        select: { language: true, content: true },
        orderBy: { version: "asc" },
      });
  const found = new Map(frozen.map(({ language, content }) => [language, content]));
  const each = studyLanguages.map((language) => {
    const content = found.get(language);
    const words = content === undefined ? wordsAsRead(design, language, known) : parseWords(content);
    return [language, words] as const;
  });
  return {
    texts: Object.fromEntries(each) as TextsAsRead,
    questions: isDraft ? questionsAsRead(design, known) : design.questions,
    arms: isDraft ? armsAsRead(design, known) : design.assignment.arms,
  };
}
