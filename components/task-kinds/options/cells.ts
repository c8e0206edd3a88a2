import type { KindCells } from "#components/task-kinds/cells.ts";

/** Options are counted from 1 in what people read. */
export const optionCells: KindCells = {
  formatCategory: ({ optionNames }, option) => optionNames[option] ?? "",
  numberCategory: ({ optionNames }, option) => `${option + 1}. ${optionNames[option] ?? ""}`,
};

/** Of options that are numbers themselves, as ratings are. */
export const numberCells: KindCells = {
  formatCategory: optionCells.formatCategory,
  numberCategory: optionCells.formatCategory,
};
