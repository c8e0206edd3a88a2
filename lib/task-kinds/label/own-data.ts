import type { AppConfig } from "next-intl";
import { listCodes, type CodesValue, type LabelValue } from "#lib/task-kinds/label/value.ts";
import type { ShownLabel } from "#lib/task-kinds/label/schema.ts";
import { takenOptions, writeOptions } from "#lib/task-kinds/options/own-data.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";
import { writeParts } from "#lib/task-kinds/parts/texts.ts";

type ToldLabel = {
  label: string | null;
  /** Whatever is kept, also beside a label that doesn't ask for it. */
  errorType: string | null;
  probabilities: readonly number[];
};
/** Empty: none of them fits. Null: not answered. */
type ToldCodes = { codes: readonly string[] | null };
/** With those that only codes have. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["codes"]["ownData"]["file"];

const ofCase: Pick<TakenKind<ShownLabel, never, ShownLabel>, "tellCase" | "writeCase"> = {
  tellCase: ({ parts, labels }) => ({ parts, labels }),
  writeCase: ({ parts, labels }) => [
    ...writeParts(parts),
    "",
    ...writeOptions(labels.labels.map(({ name }) => ({ name, about: null }))),
  ],
};

export const takenLabels: TakenKind<ShownLabel, LabelValue, ShownLabel, ToldLabel> = {
  ...ofCase,
  tellAnswer: ({ choice, error = null, ...rest }, names, { labels }) => ({
    label: choice === null ? null : (names[choice] ?? null),
    errorType: labels.errors?.types[error ?? -1]?.name ?? null,
    ...rest,
  }),
  writeDecision: ({ label }, words) => label ?? words.nothing,
  writeParts: ({ errorType, probabilities }, words) => [
    [words.errorType, errorType ?? ""],
    ...takenOptions.writeParts({ chosen: null, chosenName: null, probabilities }, words),
  ],
};

export const takenCodes: TakenKind<ShownLabel, CodesValue, ShownLabel, ToldCodes> = {
  ...ofCase,
  tellAnswer: ({ codes, ...rest }, names) => ({
    codes: codes === null ? null : listCodes(codes).flatMap((at) => names[at] ?? []),
    ...rest,
  }),
  writeDecision({ codes }, words) {
    if (codes === null) return words.nothing;
    return codes.length === 0 ? (words as Words).noCode : codes.join("; ");
  },
  writeParts: () => [],
};
