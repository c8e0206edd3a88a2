import type { AppConfig } from "next-intl";
import { z } from "zod";
import { makeOptionKind, makeSeveralKind } from "#lib/task-kinds/server-kind.ts";
import { codesFiles, labelFiles } from "#lib/task-kinds/label/case-files.ts";
import { type CodesValue, type LabelValue, hasCode, listCodes } from "#lib/task-kinds/label/value.ts";
import type { LabelContent, ShownLabel } from "#lib/task-kinds/label/schema.ts";
import { simulatedCodes, simulatedLabels } from "#lib/task-kinds/label/simulation.ts";
import { codesSpec, labelSpec, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import { resolveLabels, errorOf, type LabelsInput } from "#lib/task-kinds/label-set.ts";
import { codes } from "#lib/task-kinds/label/kind.ts";
import { judgedBy, textsOf } from "#lib/task-kinds/parts/texts.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import { questionOfParts, writeJudging } from "#lib/task-kinds/parts/question.ts";
import {
  columnOf,
  countPeople,
  fromOne,
  optionsAsJudge,
  orderFromOne,
  sureness,
  type Cell,
  type ExportedKind,
  type ModelFile,
} from "#lib/task-kinds/exports.ts";
import { optionColumns } from "#lib/task-kinds/options/columns.ts";
import { locales } from "#lib/i18n/locale.ts";
import { readOption, type SaidOption } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion } from "#lib/task-kinds/model-questions/question.ts";

/** What each label may be called: by its name in files, and as people see it in either language. */
const namesOf = (given: LabelsInput) =>
  resolveLabels(given).labels.map(({ name, label }) => [
    name,
    ...locales.flatMap((language) => label?.[language] ?? []),
  ]);

const labelQuestion: ModelQuestion<LabelContent, SaidOption<"label">> = {
  ...questionOfParts,
  write({ content: { parts, labels: given }, language }) {
    const { question, labels: entries, notes } = resolveLabels(given);
    const form = (label: readonly string[]) => ({ label });
    return writeJudging({ kind: "label", parts, question, entries, notes, form, language });
  },
  ...readOption(
    "label",
    ({ content: { labels } }) => namesOf(labels),
    ({ optionNames }) => optionNames,
  ),
  instructions: "the labels’ own words and rules; one label asked for as JSON",
};

const ofLabels = columnOf(labelSpec.name);
const ofCodes = columnOf(codesSpec.name);
const standardColumn = ({ name, columns }: LabelSpec, about: string) => ({
  [columns.standard]: columnOf(name)(
    about,
    ({ noted }: { noted: unknown }) => resolveLabels(noted as LabelsInput).name,
  ),
});

const labelSet = standardColumn(labelSpec, "name of the label set, or its labels");
// Labels have one order for everybody.
const { option_order: _order, ...ofAnswers } = optionColumns.answers;
const { answer_length: _length, ...ofCases } = optionColumns.cases;

/** What kinds with options export, the options being labels; the set they come from, and of which type an error is. */
const labelColumns: ExportedKind<LabelValue>["columns"] = {
  answers: {
    ...labelSet,
    ...ofAnswers,
    error_type: ofLabels("type of the error, where one was said", (row) =>
      errorOf(row.noted as LabelsInput, row),
    ),
  },
  cases: { ...labelSet, ...ofCases },
  predictions: { ...labelSet, ...optionColumns.predictions },
  history: {
    ...optionColumns.history,
    error: ofLabels(
      "number of the type of error marked at that time, in the order of the label set",
      ({ error = null }) => fromOne(error),
      z.int().min(1).nullable().optional(),
    ),
  },
};

const codeBook = standardColumn(codesSpec, "name of the code book, or its codes");
/** `foundIn`: of a row, which codes were found. */
function codesIn<Row>(by: string, none: string, foundIn: (row: Row) => number | null | undefined) {
  const written =
    <Of extends Cell>(of: (found: number) => Of) =>
    (row: Row) => {
      const found = foundIn(row) ?? null;
      return found === null ? null : of(found);
    };
  return {
    codes: ofCodes(
      `numbers of the codes ${by}, in the order of the code book`,
      written((found) => orderFromOne(listCodes(found))),
      z.array(z.int().min(1)).nullable().optional(),
    ),
    no_code: ofCodes(
      `1 if none of the codes was said to fit, 0 if one was; empty ${none}`,
      written((found) => Number(found === 0)),
      z.literal([0, 1]).nullable().optional(),
    ),
  };
}

const codesColumns: ExportedKind<CodesValue>["columns"] = {
  answers: {
    ...codeBook,
    ...codesIn("that fit, by this participant", "without an answer", (row: CodesValue) => row.codes),
    confidence: sureness("confidence from 0 to 1"),
  },
  cases: { ...codeBook, "option*": optionColumns.cases["option*"] },
  predictions: {
    ...codeBook,
    ...codesIn("that fit, by the judge", "for a failed call", (row: { choice: number | null }) => row.choice),
  },
  history: {
    ...codesIn("marked at that time", "without an answer", (row: CodesValue) => row.codes),
    confidence: sureness("confidence at that time, from 0 to 1"),
  },
};

/** What people found as a judge's results: of each case the codes that more than half of them gave it. */
const peopleAsCoder: ModelFile = {
  ending: "jsonl",
  countCategories: (of) => 2 ** of,
  method: "codes of most",
  answer(counts, optionNames) {
    const people = countPeople(counts);
    const givenBy = (at: number) =>
      counts.reduce((sum, count, found) => sum + (hasCode(found, at) ? count : 0), 0);
    return { labels: optionNames.filter((_, at) => givenBy(at) * 2 > people) };
  },
};

type ToldLabel = {
  label: string | null;
  /** Whatever is kept, also beside a label that doesn't ask for it. */
  errorType: string | null;
};
/** Empty: none of them fits. Null: not answered. */
type ToldCodes = { codes: readonly string[] | null };
/** With those that only codes have. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["codes"]["ownData"]["file"];

const ofCase: Pick<KindOwnData<ShownLabel, never, ShownLabel>, "toOwnCase" | "writeCase"> = {
  toOwnCase: (shown) => shown,
  writeCase: ({ parts, labels }) =>
    writeReading(
      textsOf(parts),
      labels.labels.map(({ name }) => ({ name })),
    ),
};

const takenLabels: KindOwnData<ShownLabel, LabelValue, ShownLabel, ToldLabel> = {
  ...ofCase,
  toOwnAnswer: ({ choice, error = null, ...rest }, names, { labels }) => ({
    label: choice === null ? null : (names[choice] ?? null),
    errorType: labels.errors?.types[error ?? -1]?.name ?? null,
    ...rest,
  }),
  writeDecision: ({ label }, words) => label ?? words.nothing,
  writeBeside: ({ errorType }, words) => [[words.errorType, errorType ?? ""]],
};

const takenCodes: KindOwnData<ShownLabel, CodesValue, ShownLabel, ToldCodes> = {
  ...ofCase,
  toOwnAnswer: ({ codes, ...rest }, names) => ({
    codes: codes === null ? null : listCodes(codes).flatMap((at) => names[at] ?? []),
    ...rest,
  }),
  writeDecision({ codes }, words) {
    if (codes === null) return words.nothing;
    return codes.length === 0 ? (words as Words).noCode : codes.join("; ");
  },
};

/** What is read and labelled with is the same, whether one label fits or many. */
const judged = judgedBy(labelSpec.content.standard, resolveLabels);

export const labelServer = makeOptionKind<LabelContent, LabelValue, LabelContent>(labelSpec, {
  ...labelFiles,
  ...judged,
  columns: labelColumns,
  peopleAsModel: optionsAsJudge,
  modelQuestion: labelQuestion,
  simulate: simulatedLabels,
  takeAlong: takenLabels,
});

export const codesServer = makeSeveralKind<LabelContent, CodesValue, LabelContent>(codesSpec, codes, {
  ...codesFiles,
  ...judged,
  category: (value) => value.codes,
  columns: codesColumns,
  peopleAsModel: peopleAsCoder,
  modelQuestion: null,
  simulate: simulatedCodes,
  takeAlong: takenCodes,
});
