import type { AppConfig } from "next-intl";
import { listCodes, type CodesValue } from "#lib/task-kinds/codes/form.ts";
import type { ShownCodes } from "#lib/task-kinds/codes/schema.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import { writeOptions } from "#lib/task-kinds/options/own-data.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";
import { writeParts } from "#lib/task-kinds/parts/texts.ts";

type ToldCase = { parts: ShownCodes["parts"]; labels: LabelSet };
/** Empty: none of them fits. Null: not answered. */
type ToldCodes = { codes: readonly string[] | null };
/** With those that only this kind has. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["codes"]["ownData"]["file"];

export const takenCodes: TakenKind<ShownCodes, CodesValue, ToldCase, ToldCodes> = {
  tellCase: ({ parts, labels }) => ({ parts, labels }),
  tellAnswer: ({ codes, ...rest }, names) => ({
    codes: codes === null ? null : listCodes(codes).flatMap((at) => names[at] ?? []),
    ...rest,
  }),
  writeCase: ({ parts, labels }) => [
    ...writeParts(parts),
    "",
    ...writeOptions(labels.labels.map(({ name }) => ({ name, about: null }))),
  ],
  writeDecision({ codes }, words) {
    if (codes === null) return words.nothing;
    return codes.length === 0 ? (words as Words).noCode : codes.join("; ");
  },
  writeParts: () => [],
};
