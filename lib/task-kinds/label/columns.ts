import { z } from "zod";
import { fromOne, orderFromOne } from "#lib/task-kinds/cells.ts";
import type { ExportedKind, ModelFile, OwnColumn } from "#lib/task-kinds/exports.ts";
import { hasCode, listCodes, type CodesValue, type LabelValue } from "#lib/task-kinds/label/value.ts";
import { codesSpec, labelSpec, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import { errorOf, resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionsAsJudge } from "#lib/task-kinds/options/people-as-model.ts";

/** Rows of other kinds have no such columns. */
const name = z.string().nullable().optional();
const only = ({ name: kind }: LabelSpec, about: string, cell: z.ZodType): OwnColumn => ({
  about: `${about}; only for cases of the kind ${kind}`,
  cell,
});
const setOf = ({ columns: { standard } }: LabelSpec, noted: unknown) => ({
  [standard]: resolveLabels(noted as GivenLabels).name,
});

const labelSet = {
  [labelSpec.columns.standard]: only(labelSpec, "name of the label set, or its labels", name),
};
const { columns } = exportedOptions;
// Labels have one order for everybody.
const { option_order: _order, ...ofAnswers } = columns.answers;
const { answer_length: _length, ...ofCases } = columns.cases;

/** What kinds with options export, the options being labels; the set they come from, and of which type an error is. */
export const exportedLabels: ExportedKind<LabelValue> = {
  ...exportedOptions,
  columns: {
    answers: {
      ...labelSet,
      ...ofAnswers,
      error_type: only(labelSpec, "type of the error, where one was said", name),
    },
    cases: { ...labelSet, ...ofCases },
    predictions: { ...labelSet, ...columns.predictions },
    history: {
      ...columns.history,
      error: only(
        labelSpec,
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
  [codesSpec.columns.standard]: only(codesSpec, "name of the code book, or its codes", name),
};
const codes = (by: string, none: string) => ({
  codes: only(
    codesSpec,
    `numbers of the codes ${by}, in the order of the code book`,
    z.array(z.int().min(1)).nullable().optional(),
  ),
  no_code: only(
    codesSpec,
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

export const exportedCodes: ExportedKind<CodesValue> = {
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
