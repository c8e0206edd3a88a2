import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** Five traits of whoever gave a set of answers, each low, neutral or high. */
export const traitsSpec: KindSpec = {
  name: "traits",
  answer: { decides: "levels" },
  content: { noted: "drawn" },
};
