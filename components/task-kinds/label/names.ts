import type { KindCells } from "#components/task-kinds/cells.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import { listCodes, type CodesValue } from "#lib/task-kinds/label/value.ts";

/** In any language: none of them fits. */
const noCode = "∅";

type NameOf = (at: number) => string | number | undefined;
const nameCodes = (codes: number, nameOf: NameOf) => listCodes(codes).map(nameOf).join(" · ") || noCode;

function nameValue(value: object, nameOf: NameOf): string | null {
  const { codes } = value as CodesValue;
  return codes === null ? codes : nameCodes(codes, nameOf);
}

export const codesNames: KindNames = {
  nameDecision: (value, names) => nameValue(value, (at) => names[at]),
  /** By their numbers, as the keys do. */
  nameByPlace: (value) => nameValue(value, (at) => at + 1),
};

export const codesCells: KindCells = {
  nameCategory: ({ optionNames }, codes) => nameCodes(codes, (at) => optionNames[at]),
  numberCategory: ({ optionNames }, codes) => nameCodes(codes, (at) => `${at + 1}. ${optionNames[at] ?? ""}`),
};
