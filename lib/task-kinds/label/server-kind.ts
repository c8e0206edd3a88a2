import { z } from "zod";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { codesFiles, labelFiles } from "#lib/task-kinds/label/case-files.ts";
import { exportedCodes, exportedLabels } from "#lib/task-kinds/label/columns.ts";
import { maxCodes, type CodesValue, type LabelValue } from "#lib/task-kinds/label/value.ts";
import { labelQuestion } from "#lib/task-kinds/label/model-question.ts";
import { takenCodes, takenLabels } from "#lib/task-kinds/label/own-data.ts";
import type { LabelContent, ShownLabel } from "#lib/task-kinds/label/schema.ts";
import { simulatedCodes, simulatedLabels } from "#lib/task-kinds/label/simulation.ts";
import { codesSpec, labelSpec } from "#lib/task-kinds/label/spec.ts";
import { labelLimits, resolveLabels } from "#lib/task-kinds/label-set.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import { passageOf } from "#lib/task-kinds/parts/texts.ts";

type Kind<Value extends LabelValue | CodesValue> = ServerKind<LabelContent, Value, LabelContent>;

/** What is read and labelled with is the same, whether one label fits or many. */
const labelled = {
  noted: labelSpec.content.standard,
  estimates: "shares",
  filters: [],
  ordersOptions: false,
  // Labels have one order for everybody.
  layOut: (labels) => Array.from({ length: labels }, (_, one) => one),
  arrange: ({ parts, labels }, optionNames): { content: ShownLabel; names: readonly string[] } => ({
    content: { parts, labels: resolveLabels(labels) },
    names: optionNames,
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
} satisfies Partial<Kind<never>>;

export const labelServer: Kind<LabelValue> = {
  name: labelSpec.name,
  modelQuestion: labelQuestion,
  ...labelFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedLabels,
  ...labelled,
  answer: {
    ...serverOptionAnswer.answer,
    error: z
      .int()
      .min(0)
      .max(labelLimits.types - 1)
      .nullable()
      .default(null),
  },
  toStored({ error = null, ...value }, layout) {
    const stored = serverOptionAnswer.toStored(value, layout);
    return stored && { ...stored, error };
  },
  toShown: ({ error = null, ...value }, layout) => ({ ...serverOptionAnswer.toShown(value, layout), error }),
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
  version: 1,
  answer: {
    codes: z
      .int()
      .min(0)
      .max(2 ** maxCodes - 1)
      .nullable()
      .default(null),
  },
  isAskedOnly: () => true,
  // A code that the book doesn't have is no answer to this case.
  toStored: ({ codes = null }, layout) => (codes !== null && codes >= 2 ** layout.length ? null : { codes }),
  toShown: ({ codes = null }) => ({ codes }),
  showGold: ({ choice }) => choice,
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
