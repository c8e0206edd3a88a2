import type { AppConfig } from "next-intl";
import type { KindCells } from "#components/task-kinds/cells.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import type { PartWords } from "#components/task-kinds/parts/words.ts";
import { listCodes, type CodesValue } from "#lib/task-kinds/codes/form.ts";

/** With those that only this kind has. */
export type CodesWords = PartWords &
  Pick<
    AppConfig["Messages"]["taskKinds"]["codes"]["sitting"]["reading"],
    "ask" | "none" | "ticked" | "unticked"
  >;

/** In any language: none of them fits. */
const noCode = "∅";

const nameCodes = (codes: number, nameOf: (at: number) => string | undefined): string =>
  listCodes(codes)
    .flatMap((at) => nameOf(at) ?? [])
    .join(" · ") || noCode;

const codesOf = (value: object) => (value as CodesValue).codes;

export const codesNames: KindNames = {
  nameDecision(value, names) {
    const codes = codesOf(value);
    return codes === null ? null : nameCodes(codes, (at) => names[at]);
  },
  /** By their numbers, as the keys do. */
  nameByPlace(value) {
    const codes = codesOf(value);
    return codes === null ? null : nameCodes(codes, (at) => String(at + 1));
  },
};

export const codesCells: KindCells = {
  nameCategory: ({ optionNames }, codes) => nameCodes(codes, (at) => optionNames[at]),
  numberCategory: ({ optionNames }, codes) => nameCodes(codes, (at) => `${at + 1}. ${optionNames[at] ?? ""}`),
};
