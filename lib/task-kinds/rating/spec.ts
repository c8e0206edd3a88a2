import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** Something written is rated: one of the points of a scale, which are the same for everybody and stand in their order. */
export const ratingSpec: KindSpec = {
  name: "rating",
  answer: { decides: "scale" },
  content: { standard: "scale" },
};
