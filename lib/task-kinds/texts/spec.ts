import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** A question of the case's own, answered by one of several texts. */
export const textsSpec: KindSpec = {
  name: "texts",
  answer: { decides: "choice" },
  content: { noted: "types", context: "before" },
  filters: ["options"],
};
