import { z } from "zod";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { labelLimits, resolveLabels } from "#lib/task-kinds/label-set.ts";
import { labelFiles } from "#lib/task-kinds/label/case-files.ts";
import { exportedLabels } from "#lib/task-kinds/label/columns.ts";
import { takenLabels } from "#lib/task-kinds/label/own-data.ts";
import type { LabelContent, ShownLabel } from "#lib/task-kinds/label/schema.ts";
import { simulatedLabels } from "#lib/task-kinds/label/simulation.ts";
import type { LabelValue } from "#lib/task-kinds/label/form.ts";
import { labelQuestion } from "#lib/task-kinds/label/model-question.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import { passageOf } from "#lib/task-kinds/parts/texts.ts";

export const labelServer: ServerKind<LabelContent, LabelValue, LabelContent> = {
  name: "label",
  modelQuestion: labelQuestion,
  ...labelFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedLabels,
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
  ordersOptions: false,
  measures: [...optionResults.measures, { id: "error", level: "nominal", range: null }],
  score: (value, gold) => [...optionResults.score(value, gold), value.error ?? null],
  noted: "labels",
  estimates: "shares",
  filters: [],
  asksProbabilities: true,
  simulate: simulatedLabels,
  takeAlong: takenLabels,
  // Labels have one order for everybody.
  layOut: (labels) => Array.from({ length: labels }, (_, one) => one),
  arrange: ({ parts, labels }, optionNames): { content: ShownLabel; names: readonly string[] } => ({
    content: { parts, labels: resolveLabels(labels) },
    names: optionNames,
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
};
