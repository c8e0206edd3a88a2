import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { Facts } from "#lib/reports/facts.ts";
import { nameRun, t, writeShare } from "#lib/reports/words.ts";
import { readBy } from "#lib/task-kinds/asked-attributes.ts";
import {
  describeLabels,
  type Division,
  type LabelledCases,
  type Side,
} from "#lib/task-kinds/label/shares.ts";
import { isMany, specOf, type LabelSpec } from "#lib/task-kinds/label/spec.ts";

const ofLabels = createTranslator({ locale: "en", messages: en, namespace: "reports.labels" });
const ofCodes = createTranslator({ locale: "en", messages: en, namespace: "reports.codes" });

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
export const wordsFor = ({ words }: LabelSpec): typeof ofLabels =>
  words.reports === "codes" ? (ofCodes as unknown as typeof ofLabels) : ofLabels;

export const listSets = ({ rows, view }: Facts): readonly LabelledCases[] =>
  describeLabels(rows, view, isMany(specOf(rows.kind)) ? [] : readBy(undefined, rows));

/** By what cases are told apart first: of codes as the drawing has it, where nobody asks otherwise. */
export const mainDivision = ({ spec, byOrigin, byAttribute }: LabelledCases): Division | null =>
  isMany(spec) ? (byAttribute.find(({ by }) => by[0] === "method") ?? byAttribute[0] ?? null) : byOrigin;

/** Whose origins are held against each other. */
export const listCompared = ({ spec, byOrigin, byAttribute }: LabelledCases): readonly Division[] =>
  isMany(spec) ? byAttribute : byOrigin ? [byOrigin] : [];

export const nameLabel = (name: string | null | undefined): string => name ?? t("codes.tables.noneFits");

export const nameSide = ({ view }: Facts, { run }: Side): string =>
  run ? nameRun(run) : t("labels.tables.people", { who: view.who });

/** The share of one label with its interval; a count where there is too little for one. */
export function writeLabelShare({ shares, counts, isClaimable, n }: Side, label: number): string {
  const { mean = null, low = null, high = null } = shares[label] ?? {};
  return isClaimable && mean !== null
    ? writeShare(mean, { low, high })
    : t("labels.tables.count", { count: counts[label] ?? 0, n });
}
