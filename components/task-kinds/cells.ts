import { codesCells } from "#components/task-kinds/label/names.ts";
import { numberCells, optionCells } from "#components/task-kinds/options/names.ts";
import { traitsCells } from "#components/task-kinds/traits/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type OptionNames = { optionNames: readonly string[] };
/** What answers are counted by, in tables and facts. */
export type KindCells = {
  formatCategory(of: OptionNames, category: number): string;
  /** With its number in files. */
  numberCategory(of: OptionNames, category: number): string;
};

const kinds: Record<KindName, KindCells> = {
  choice: optionCells,
  texts: optionCells,
  rating: numberCells,
  pair: optionCells,
  traits: traitsCells,
  label: optionCells,
  codes: codesCells,
};

export const cellsOf = (kind: KindName): KindCells => kinds[kind];
