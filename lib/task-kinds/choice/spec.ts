import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** One of several candidates said it. */
export const choiceSpec: KindSpec = {
  name: "choice",
  answer: { decides: "choice" },
  hasProfiles: true,
  filters: ["options", "answerLength"],
};
