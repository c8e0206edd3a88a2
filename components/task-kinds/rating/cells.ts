import type { KindCells } from "#components/task-kinds/cells.ts";

/** A rating is its own number. */
export const ratingCells: KindCells = {
  nameCategory: ({ optionNames }, point) => optionNames[point] ?? "",
  numberCategory: ({ optionNames }, point) => optionNames[point] ?? "",
};
