import { z } from "zod";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionsAsJudge } from "#lib/task-kinds/options/people-as-model.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

const { columns } = exportedOptions;
/** Another kind's rows have no such column. */
const cell = z.string().nullable().optional();
const typeOf = (types: unknown, option: number | null): string | null =>
  option === null ? null : ((types as readonly string[])[option] ?? null);

/** What kinds with options export, and what sort of text each option is. */
export const exportedTexts: ExportedKind<OptionValue> = {
  ...exportedOptions,
  columns: {
    ...columns,
    answers: after(columns.answers, "choice_name", {
      choice_type: {
        about: "type of the chosen text; only for cases of the kind texts",
        cell,
      },
    }),
    cases: after(columns.cases, "option*", {
      "option*_type": {
        about: "type of the text with that number; only for cases of the kind texts",
        cell,
      },
    }),
    predictions: after(columns.predictions, "choice", {
      choice_type: {
        about: "type of the chosen text; only for cases of the kind texts",
        cell,
      },
    }),
  },
  writeAnswer: (answer) => ({
    ...exportedOptions.writeAnswer(answer),
    choice_type: typeOf(answer.noted, answer.value.choice),
  }),
  writeCase: (of) => ({
    ...exportedOptions.writeCase(of),
    ...Object.fromEntries(of.optionNames.map((_, i) => [`option${i + 1}_type`, typeOf(of.noted, i)])),
  }),
  writePrediction: (prediction) => ({
    ...exportedOptions.writePrediction(prediction),
    choice_type: typeOf(prediction.noted, prediction.choice),
  }),
  peopleAsModel: optionsAsJudge,
};

type Columns = ExportedKind["columns"]["answers"];

function after(all: Columns, name: string, added: Columns): Columns {
  return Object.fromEntries(
    Object.entries(all).flatMap((column) =>
      column[0] === name ? [column, ...Object.entries(added)] : [column],
    ),
  );
}
