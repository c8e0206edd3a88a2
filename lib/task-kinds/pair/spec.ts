import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** Two texts side by side: the one is better, the other, or neither. */
export const pairSpec: KindSpec = {
  name: "pair",
  answer: { decides: "side" },
  content: { noted: "origins" },
};
