import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { FormRead, TaskKind, UnreadField } from "#lib/task-kinds/kind.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";

type Fields = { get: (name: string) => unknown };

/** What a case's form says, of what the study asks. Percents become shares. */
export function readAnswer(form: Fields, optionCount: number, asked: CaseQuestions): FormRead<AnswerValue> {
  const { confidence, reason, knowsWork, flag } = asked;
  const kind = kindOf(asked.kind);
  const cannotRead = asked.mayPass === true && form.get(kind.decidingField) === cannotReadChoice;
  const nothing = { value: kind.nothing, written: kind.nothing, problem: null };
  const own = cannotRead ? nothing : formKindOf(asked.kind).readForm(form, optionCount, asked);
  const hasSlider = confidence.ask !== "off" && confidence.form === "slider" && !cannotRead;
  const common = {
    confidence: hasSlider ? readShare(form.get(answerFields.confidence)) : null,
    reason: reason === "off" ? null : readText(form.get(answerFields.reason)),
    knowsWork: knowsWork === "off" ? null : readTruth(form.get(answerFields.knowsWork)),
    isFlagged: flag !== "off" && form.get(answerFields.flag) === "on",
    cannotRead,
    unfolded: asked.profiles ? readTruth(form.get(answerFields.unfolded)) : null,
    activeMs: 0,
    firstAnswerMs: null,
    focusLosses: 0,
  };
  return {
    value: { ...own.value, ...common },
    written: { ...own.written, ...common },
    problem: own.problem,
  };
}

/** What can't be read, as numbers that don't add up, is not stored, and doesn't take away what could be. */
export const keepUnread = (
  value: AnswerValue,
  problem: UnreadField | null,
  before: AnswerValue | null,
  { nothing }: TaskKind,
): AnswerValue => ({
  ...value,
  ...Object.fromEntries((problem?.parts ?? []).map((part) => [part, (before ?? nothing)[part]])),
});

const readTruth = (written: unknown) => (written === "yes" ? true : written === "no" ? false : null);

function readShare(written: unknown): number | null {
  const percent = readWhole(written, 100);
  return percent === null ? null : percent / 100;
}

function readText(written: unknown): string | null {
  return typeof written === "string" && written.trim() !== "" ? written : null;
}
