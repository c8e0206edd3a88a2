import { z } from "zod";
import type { ServerKind } from "#lib/task-kinds/server-kind.ts";
import { codesFiles, labelFiles } from "#lib/task-kinds/label/case-files.ts";
import { type CodesValue, type LabelValue, hasCode, listCodes } from "#lib/task-kinds/label/value.ts";
import { takenCodes, takenLabels } from "#lib/task-kinds/label/own-data.ts";
import type { LabelContent } from "#lib/task-kinds/label/schema.ts";
import { simulatedCodes, simulatedLabels } from "#lib/task-kinds/label/simulation.ts";
import { codesSpec, labelSpec, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import { resolveLabels, errorOf, type GivenLabels, labelNames } from "#lib/task-kinds/label-set.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { columnOf } from "#lib/task-kinds/own-columns.ts";
import { judgedBy } from "#lib/task-kinds/parts/in-one-order.ts";
import { questionOfParts, writeJudging } from "#lib/task-kinds/parts/question.ts";
import { fromOne, orderFromOne } from "#lib/task-kinds/cells.ts";
import type { ExportedKind, ModelFile, OwnColumn } from "#lib/task-kinds/exports.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionsAsJudge } from "#lib/task-kinds/options/people-as-model.ts";
import { locales } from "#lib/i18n/locale.ts";
import { combineChoices, readPlace } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";

type Said = SaidOfCase & { label?: string; probabilities?: readonly number[] };

/** What each label may be called: by its name in files, and as people see it in either language. */
const namesOf = (given: GivenLabels) =>
  resolveLabels(given).labels.map(({ name, label }) => [
    name,
    ...locales.flatMap((language) => label?.[language] ?? []),
  ]);

const labelQuestion: ModelQuestion<LabelContent, Said> = {
  ...questionOfParts,
  write({ content: { parts, labels: given }, language }) {
    const { question, labels: entries, notes } = resolveLabels(given);
    const form = (label: readonly string[]) => ({ label });
    return writeJudging({ kind: "label", parts, question, entries, notes, form, language });
  },
  read(text, { content: { labels } }) {
    const found = readPlace(text, "label", namesOf(labels));
    if (!found.ok) return found;
    const label = labelNames(labels)[found.place] ?? "";
    return { ok: true, said: { label, repaired: found.isMended }, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map(({ label = "" }) => optionNames.indexOf(label));
    const combined = combineChoices(places, combining, optionNames);
    const repaired = said.some((one) => one.repaired);
    return "shares" in combined
      ? { probabilities: combined.shares, repaired }
      : { label: combined.chosen ?? "", repaired };
  },
  instructions: "the labels’ own words and rules; one label asked for as JSON",
};

const ofLabels = columnOf(labelSpec.name);
const ofCodes = columnOf(codesSpec.name);
const setOf = ({ columns: { standard } }: LabelSpec, noted: unknown) => ({
  [standard]: resolveLabels(noted as GivenLabels).name,
});

const labelSet = {
  [labelSpec.columns.standard]: ofLabels("name of the label set, or its labels"),
};
const { columns } = exportedOptions;
// Labels have one order for everybody.
const { option_order: _order, ...ofAnswers } = columns.answers;
const { answer_length: _length, ...ofCases } = columns.cases;

/** What kinds with options export, the options being labels; the set they come from, and of which type an error is. */
const exportedLabels: ExportedKind<LabelValue> = {
  ...exportedOptions,
  columns: {
    answers: {
      ...labelSet,
      ...ofAnswers,
      error_type: ofLabels("type of the error, where one was said"),
    },
    cases: { ...labelSet, ...ofCases },
    predictions: { ...labelSet, ...columns.predictions },
    history: {
      ...columns.history,
      error: ofLabels(
        "number of the type of error marked at that time, in the order of the label set",
        z.int().min(1).nullable().optional(),
      ),
    },
  },
  writeAnswer(answer) {
    const { option_order: _shown, ...written } = exportedOptions.writeAnswer(answer);
    const { noted, value } = answer;
    return { ...setOf(labelSpec, noted), ...written, error_type: errorOf(noted as GivenLabels, value) };
  },
  writeRevision: (revision) => ({
    ...exportedOptions.writeRevision(revision),
    error: fromOne(revision.value.error ?? null),
  }),
  writeCase(of) {
    const { answer_length: _none, ...written } = exportedOptions.writeCase(of);
    return { ...setOf(labelSpec, of.noted), ...written };
  },
  writePrediction: (prediction) => ({
    ...setOf(labelSpec, prediction.noted),
    ...exportedOptions.writePrediction(prediction),
  }),
  peopleAsModel: optionsAsJudge,
  unlogged: "error",
};

const codeBook = {
  [codesSpec.columns.standard]: ofCodes("name of the code book, or its codes"),
};
const codes = (by: string, none: string) => ({
  codes: ofCodes(
    `numbers of the codes ${by}, in the order of the code book`,
    z.array(z.int().min(1)).nullable().optional(),
  ),
  no_code: ofCodes(
    `1 if none of the codes was said to fit, 0 if one was; empty ${none}`,
    z.literal([0, 1]).nullable().optional(),
  ),
});
const confidence = (about: string) => ({ about, cell: z.number().min(0).max(1).nullable() });
const writeCodes = (found: number | null) => ({
  codes: found === null ? null : orderFromOne(listCodes(found)),
  no_code: found === null ? null : Number(found === 0),
});

/** What people found as a judge's results: of each case the codes that more than half of them gave it. */
const peopleAsCoder: ModelFile = {
  ending: "jsonl",
  countCategories: (of) => 2 ** of,
  write({ model, study, track, case: key, optionNames }, counts) {
    const people = counts.reduce((sum, count) => sum + count, 0);
    const givenBy = (at: number) =>
      counts.reduce((sum, count, found) => sum + (hasCode(found, at) ? count : 0), 0);
    const labels = optionNames.filter((_, at) => givenBy(at) * 2 > people);
    return { model, method: `codes of most, ${study}`, track, case: key, labels };
  },
};

const exportedCodes: ExportedKind<CodesValue> = {
  columns: {
    answers: {
      ...codeBook,
      ...codes("that fit, by this participant", "without an answer"),
      confidence: confidence("confidence from 0 to 1, from the slider"),
    },
    cases: { ...codeBook, "option*": columns.cases["option*"] as OwnColumn },
    predictions: { ...codeBook, ...codes("that fit, by the judge", "for a failed call") },
    history: {
      ...codes("marked at that time", "without an answer"),
      confidence: confidence("confidence at that time, from 0 to 1, from the slider"),
    },
  },
  writeAnswer: ({ value, confidence: said, noted }) => ({
    ...setOf(codesSpec, noted),
    ...writeCodes(value.codes),
    confidence: said,
  }),
  writeRevision: ({ value, confidence: said }) => ({ ...writeCodes(value.codes ?? null), confidence: said }),
  writeCase: ({ noted, optionNames }) => ({
    ...setOf(codesSpec, noted),
    ...Object.fromEntries(optionNames.map((one, at) => [`option${fromOne(at)}`, one])),
  }),
  writePrediction: ({ choice, noted }) => ({ ...setOf(codesSpec, noted), ...writeCodes(choice) }),
  peopleAsModel: peopleAsCoder,
  unlogged: "several",
};

type Kind<Value extends LabelValue | CodesValue> = ServerKind<LabelContent, Value, LabelContent>;

/** What is read and labelled with is the same, whether one label fits or many. */
const labelled = {
  ...judgedBy(labelSpec.content.standard, resolveLabels),
  estimates: "shares",
} satisfies Partial<Kind<never>>;

export const labelServer: Kind<LabelValue> = {
  name: labelSpec.name,
  modelQuestion: labelQuestion,
  ...labelFiles,
  ...optionResults,
  ...exportedLabels,
  ...labelled,
  measures: labelSpec.measures,
  score: (value, gold) => [...optionResults.score(value, gold), value.error ?? null],
  asksProbabilities: true,
  simulate: simulatedLabels,
  takeAlong: takenLabels,
};

export const codesServer: Kind<CodesValue> = {
  name: codesSpec.name,
  modelQuestion: null,
  ...codesFiles,
  ...exportedCodes,
  ...labelled,
  measures: codesSpec.measures,
  score: () => [null],
  hasRight: false,
  hasParts: true,
  asksProbabilities: false,
  guess: () => 0,
  category: ({ codes }) => codes,
  shownAt: () => null,
  sureOf: ({ codes }, said) => (codes === null ? null : said),
  // Codes are held against each other one by one.
  aggregate: () => ({ choice: null, tied: [], credit: null }),
  simulate: simulatedCodes,
  takeAlong: takenCodes,
};
