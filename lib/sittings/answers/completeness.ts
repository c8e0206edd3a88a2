import type { CaseQuestions, CommonAnswer } from "#lib/sittings/answers/schema.ts";
import type { MissingPart, OwnValue, UnreadField } from "#lib/task-kinds/kind.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

type Answer = OwnValue & Pick<CommonAnswer, "confidence" | "reason" | "knowsWork" | "cannotRead">;
type RequiredParts = Pick<CaseQuestions, "kind" | "confidence" | "reason" | "knowsWork">;

/**
 * What an answer still lacks of what the study requires, in the order of the screen. Computed here alone: it is stored
 * with the answer, so that the database needs no rule of its own.
 */
export function listMissing(answer: Answer | null, asked: RequiredParts): MissingPart[] {
  if (answer?.cannotRead) return [];
  const kind = kindOf(asked.kind);
  const { ask, form } = asked.confidence;
  const common: [MissingPart, boolean][] = [
    ["confidence", ask === "required" && form === "slider" && (answer?.confidence ?? null) === null],
    ["reason", asked.reason === "required" && (answer?.reason ?? "").trim() === ""],
    ["knowsWork", asked.knowsWork === "required" && (answer?.knowsWork ?? null) === null],
  ];
  return [
    ...kind.listMissing(answer ?? kind.nothing, asked),
    ...common.flatMap(([part, isMissing]) => (isMissing ? [part] : [])),
  ];
}

export const isLacking = ({ answer, asked }: { answer: Answer | null; asked: RequiredParts }): boolean =>
  listMissing(answer, asked).length > 0;

/** The same of what stands in fields: what can't be read there is told instead of being missing. */
export function listLacking(
  { value, problem }: { value: Answer; problem: UnreadField | null },
  asked: RequiredParts,
): MissingPart[] {
  const missing = listMissing(value, asked);
  return problem ? [...missing.filter((part) => part !== problem.insteadOf), problem.says] : missing;
}
