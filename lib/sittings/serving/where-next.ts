import { isLacking } from "#lib/sittings/answers/completeness.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";

type Step = { position: number; isPractice: boolean };
type QuestionState = { answer: AnswerValue | null; asked: CaseQuestions };

/** The next or previous case, or the overview of all. Nobody goes from the cases back into practice. */
export function whereNext(
  progress: readonly Step[],
  position: number,
  going: "next" | "previous" | "overview",
): number | "overview" {
  if (going === "overview") return "overview";
  const at = progress.findIndex((one) => one.position === position);
  const wanted = progress[at + (going === "next" ? 1 : -1)];
  if (going === "next") return wanted?.position ?? "overview";
  return wanted && wanted.isPractice === progress[at]?.isPractice ? wanted.position : position;
}

/** Where one doesn't go back, only the first case that lacks something is open, and practice; null: stay. */
export function whereInstead(
  progress: readonly (Step & QuestionState)[],
  position: number,
  questions: Pick<CaseQuestions, "mayGoBack">,
): number | null {
  const isPractice = progress.some((one) => one.position === position && one.isPractice);
  if (questions.mayGoBack || isPractice) return null;
  const open = findFirstOpen(progress);
  return open === position ? null : open;
}

/** The first case that lacks something; the last one where none does. */
export const findFirstOpen = (progress: readonly (Step & QuestionState)[]): number | null =>
  (progress.find(isLacking) ?? progress.at(-1))?.position ?? null;
