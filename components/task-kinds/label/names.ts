import type { KindCells } from "#components/task-kinds/cells.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import { listCodes, type CodesValue } from "#lib/task-kinds/label/value.ts";

/** In any language: none of them fits. */
const noCode = "∅";

type NameOf = (at: number) => string | number | undefined;
const formatCodes = (codes: number, nameOf: NameOf) => listCodes(codes).map(nameOf).join(" · ") || noCode;

function formatValue(value: object, nameOf: NameOf): string | null {
  const { codes } = value as CodesValue;
  return codes === null ? codes : formatCodes(codes, nameOf);
}

export const codesNames: KindNames = {
  formatDecision: (value, names) => formatValue(value, (at) => names[at]),
  /** By their numbers, as the keys do. */
  formatByPlace: (value) => formatValue(value, (at) => at + 1),
};

export const codesCells: KindCells = {
  formatCategory: ({ optionNames }, codes) => formatCodes(codes, (at) => optionNames[at]),
  numberCategory: ({ optionNames }, codes) =>
    formatCodes(codes, (at) => `${at + 1}. ${optionNames[at] ?? ""}`),
};
