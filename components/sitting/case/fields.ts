import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { UnreadField } from "#lib/task-kinds/kind.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";

export type FieldsRead = {
  /** As it stands there, also where it isn't fit to be an answer yet. */
  given: AnswerContent;
  problem: UnreadField | null;
};

export function readFields(form: HTMLFormElement, options: number, asked: CaseQuestions): FieldsRead {
  const { written, problem } = readAnswer(new FormData(form), options, asked);
  return { given: written, problem };
}

/** Sets the native fields. The numbers are drawn anew by whoever draws them: they tell more than they hold. */
export function setFields(form: HTMLFormElement, given: AnswerContent, kind: KindName): void {
  const { knowsWork, isFlagged, cannotRead, reason } = given;
  const pressed: Readonly<Record<string, string>> = {
    ...formKindOf(kind).pressedIn(given),
    ...(cannotRead && { [kindOf(kind).decidingField]: cannotReadChoice }),
    [answerFields.knowsWork]: knowsWork === null ? "" : knowsWork ? "yes" : "no",
  };
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement && field.name === answerFields.reason) {
      if (field.value !== (reason ?? "")) field.value = reason ?? "";
    }
    if (!(field instanceof HTMLInputElement)) continue;
    const wanted = pressed[field.name];
    if (wanted !== undefined) field.checked = field.value === wanted;
    if (field.name === answerFields.flag) field.checked = isFlagged;
  }
}
