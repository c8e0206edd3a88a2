import { z } from "zod";
import { fromOne } from "#lib/task-kinds/cells.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { errorOf, resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";
import type { LabelValue } from "#lib/task-kinds/label/form.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionsAsJudge } from "#lib/task-kinds/options/people-as-model.ts";

/** Rows of other kinds have no such columns. */
const name = z.string().nullable().optional();
const onlyLabels = "; only for cases of the kind label";

const labelSet = { about: `name of the label set, or its labels${onlyLabels}`, cell: name };
const { columns } = exportedOptions;
// Labels have one order for everybody.
const { option_order: _order, ...ofAnswers } = columns.answers;
const { answer_length: _length, ...ofCases } = columns.cases;

const setOf = (noted: unknown) => ({ label_set: resolveLabels(noted as GivenLabels).name });

/** What kinds with options export, the options being labels; the set they come from, and of which type an error is. */
export const exportedLabels: ExportedKind<LabelValue> = {
  ...exportedOptions,
  columns: {
    answers: {
      label_set: labelSet,
      ...ofAnswers,
      error_type: { about: `type of the error, where one was said${onlyLabels}`, cell: name },
    },
    cases: { label_set: labelSet, ...ofCases },
    predictions: { label_set: labelSet, ...columns.predictions },
    history: {
      ...columns.history,
      error: {
        about: `number of the type of error marked at that time, in the order of the label set${onlyLabels}`,
        cell: z.int().min(1).nullable().optional(),
      },
    },
  },
  writeAnswer(answer) {
    const { option_order: _shown, ...written } = exportedOptions.writeAnswer(answer);
    const { noted, value } = answer;
    return { ...setOf(noted), ...written, error_type: errorOf(noted as GivenLabels, value) };
  },
  writeRevision: (revision) => ({
    ...exportedOptions.writeRevision(revision),
    error: fromOne(revision.value.error ?? null),
  }),
  writeCase(of) {
    const { answer_length: _none, ...written } = exportedOptions.writeCase(of);
    return { ...setOf(of.noted), ...written };
  },
  writePrediction: (prediction) => ({
    ...setOf(prediction.noted),
    ...exportedOptions.writePrediction(prediction),
  }),
  peopleAsModel: optionsAsJudge,
  unlogged: "error",
};
