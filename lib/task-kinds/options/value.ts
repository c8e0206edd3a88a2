import type { ConfidenceQuestion, TaskKind } from "#lib/task-kinds/kind.ts";

/** One option chosen, and where the study asks how sure one is of each, a share for each. Options by their places. */
export type OptionValue = { choice: number | null; probabilities: readonly number[] };

/** The names of a case's own fields: one place for who draws them and who reads them. */
export const optionFields = {
  choice: "choice",
  probability: (option: number | "") => `probability-${option}`,
} as const;

export const asksOfEach = ({ confidence: { ask, form } }: ConfidenceQuestion): boolean =>
  ask !== "off" && form === "options";

/** What kinds share in which one of several options is the answer. */
export const optionAnswer: TaskKind<OptionValue> = {
  nothing: { choice: null, probabilities: [] },
  decide: ({ choice }) => (choice === null ? null : String(choice)),
  listMissing({ choice, probabilities }, asked) {
    const isUnsure = asked.confidence.ask === "required" && asksOfEach(asked) && probabilities.length === 0;
    return [
      ...(choice === null ? (["choice"] as const) : []),
      ...(isUnsure ? (["confidence"] as const) : []),
    ];
  },
  decidingField: optionFields.choice,
};
