import type { KindCells } from "#components/task-kinds/cells.ts";

/** Options are counted from 1 in what people read. */
export const optionCells: KindCells = {
  nameCategory: ({ optionNames }, option) => optionNames[option] ?? "",
  numberCategory: ({ optionNames }, option) => `${option + 1}. ${optionNames[option] ?? ""}`,
};

/** Of options that are numbers themselves, as ratings are. */
export const numberCells: KindCells = {
  nameCategory: optionCells.nameCategory,
  numberCategory: optionCells.nameCategory,
};
