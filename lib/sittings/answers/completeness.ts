import type { AnswerValue, MissingPart } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

type Asked = Pick<Questions, "confidence" | "reason" | "knowsWork">;
type Given = Pick<
  AnswerValue,
  "choice" | "confidence" | "probabilities" | "reason" | "knowsWork" | "cannotRead"
>;

/** What an answer still lacks of what the study requires, by the rule of the database's lacks_part. */
export function listMissing(answer: Given | null, questions: Asked): MissingPart[] {
  const isGiven: Record<MissingPart, boolean> = {
    choice: answer !== null && answer.choice !== null,
    confidence: answer !== null && (answer.confidence !== null || answer.probabilities.length > 0),
    reason: (answer?.reason ?? "").trim() !== "",
    knowsWork: answer !== null && answer.knowsWork !== null,
  };
  if (answer?.cannotRead) return [];
  return listRequired(questions).filter((part) => !isGiven[part]);
}

/** The parts of an answer without which a sitting can't be submitted. */
export function listRequired({ confidence, reason, knowsWork }: Asked): MissingPart[] {
  const parts: [MissingPart, boolean][] = [
    ["choice", true],
    ["confidence", confidence.ask === "required"],
    ["reason", reason === "required"],
    ["knowsWork", knowsWork === "required"],
  ];
  return parts.flatMap(([part, isRequired]) => (isRequired ? [part] : []));
}
