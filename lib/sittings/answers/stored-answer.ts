import type { AnswerValue, CaseQuestions, CommonAnswer } from "#lib/sittings/answers/schema.ts";
import type { Need } from "#lib/studies/schema.ts";
import type { Layout, OwnValue } from "#lib/task-kinds/kind.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

/** What earlier pages never sent isn't stored either: the same answer, sent again, is the same to the byte. */
export type StoredValue = OwnValue &
  Omit<CommonAnswer, "cannotRead" | "unfolded"> &
  Partial<Pick<CommonAnswer, "cannotRead" | "unfolded">>;

/**
 * An answer as it is stored: options by their place in the case's own order. Null where it doesn't fit the
 * case as it was served, or says something that the study doesn't ask.
 */
export function toStored(value: AnswerValue, layout: Layout, asked: CaseQuestions): StoredValue | null {
  const kind = kindOf(asked.kind);
  const given: AnswerValue = value.cannotRead ? { ...value, ...kind.nothing, confidence: null } : value;
  const server = answerKindOf(asked.kind);
  const own = isAskedOnly(value, asked) && server.isAskedOnly(value, asked) && server.toStored(given, layout);
  if (!own) return null;
  const { cannotRead, unfolded, ...rest } = given;
  const parts = { ...(cannotRead && { cannotRead }), ...(unfolded !== null && { unfolded }) };
  return { ...rest, ...own, ...parts };
}

/** The same answer as its participant sees it. */
export const toShown = (value: AnswerValue, layout: Layout, kind: KindName): AnswerValue => ({
  ...value,
  ...answerKindOf(kind).toShown(value, layout),
});

function isAskedOnly(
  value: AnswerValue,
  { confidence, reason, knowsWork, flag, mayPass }: CaseQuestions,
): boolean {
  const isOff = (need: Need) => need === "off";
  const slider = !isOff(confidence.ask) && confidence.form === "slider";
  return (
    (slider || value.confidence === null) &&
    (!isOff(reason) || value.reason === null) &&
    (!isOff(knowsWork) || value.knowsWork === null) &&
    (!isOff(flag) || !value.isFlagged) &&
    (mayPass === true || !value.cannotRead)
  );
}
