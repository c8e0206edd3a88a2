import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { asksOfEach, optionFields, type OptionValue } from "#lib/task-kinds/options/value.ts";

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
