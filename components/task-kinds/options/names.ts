import { fill } from "#components/sitting/words.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import type { KindCells } from "#components/task-kinds/cells.ts";

const chosenOf = (value: object) => (value as OptionValue).choice;

export const optionNames: KindNames = {
  formatDecision: (value, names) => names[chosenOf(value) ?? -1] ?? null,
  /** By its place on the screen, as the keys do. */
  formatByPlace(value, words) {
    const chosen = chosenOf(value);
    return chosen === null ? null : fill(words.candidate, { number: chosen + 1 });
  },
};

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
