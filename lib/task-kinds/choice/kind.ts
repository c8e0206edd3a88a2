import { choiceFields, readForm } from "#lib/task-kinds/choice/form.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { listMissing, toShown, toStored, type ChoiceValue } from "#lib/task-kinds/choice/value.ts";
import type { TaskKind } from "#lib/task-kinds/kind.ts";

/** One of several candidates said it. */
export const choice: TaskKind<ChoiceContent, ChoiceValue> = {
  name: "choice",
  version: 1,
  nothing: { choice: null, probabilities: [] },

  arrange: (content, optionNames, layout) => ({
    content: { ...content, profiles: layout.map((option) => content.profiles[option] ?? null) },
    names: layout.map((option) => optionNames[option] ?? ""),
  }),
  toStored,
  toShown,
  showGold: ({ choice: right }, layout) => (right === null ? null : layout.indexOf(right)),

  decide: ({ choice: chosen }) => (chosen === null ? null : String(chosen)),
  listMissing,

  decidingField: choiceFields.choice,
  isGradual: (field) => field.startsWith(choiceFields.probability("")),
  readForm,
  pressedIn: ({ choice: chosen }) => ({ [choiceFields.choice]: String(chosen) }),
  drawnParts: ["probabilities"],
};
