import { z } from "zod";
import { fromOne } from "#lib/task-kinds/cells.ts";
import type { ExportedKind, OwnColumns } from "#lib/task-kinds/exports.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { nameOrigin, type Origin } from "#lib/task-kinds/pair/origins.ts";
import { peopleAsJudge } from "#lib/task-kinds/pair/people-as-judge.ts";

const { columns } = exportedOptions;
const onlyPairs = "; only for cases of the kind pair";
/** Rows of other kinds have no such columns. */
const name = z.string().nullable().optional();

const originsOf = (noted: unknown) => noted as readonly [Origin, Origin];
/** Null for a tie, and where nothing was decided. */
function preferredOf(noted: unknown, choice: number | null): string | null {
  const origin = choice === null ? undefined : originsOf(noted)[choice];
  return origin ? nameOrigin(origin) : null;
}

const preferred = (by: string) => ({
  preferred_origin: {
    about: `origin of the text that ${by} preferred; empty for a tie${onlyPairs}`,
    cell: name,
  },
});

/** What kinds with options export, the options being the first text, the second, and a tie. */
export const exportedPairs: ExportedKind<OptionValue> = {
  ...exportedOptions,
  columns: {
    ...columns,
    answers: after(columns.answers, "choice_name", {
      ...preferred("the participant"),
      preferred_side: {
        about: `1 if the preferred text was shown first, 2 if it was shown second; empty for a tie${onlyPairs}`,
        cell: z.int().min(1).max(2).nullable().optional(),
      },
    }),
    cases: after(columns.cases, "option*", {
      first_origin: { about: `origin of the first text, as JSON: texts by name${onlyPairs}`, cell: name },
      second_origin: { about: `origin of the second text, as JSON: texts by name${onlyPairs}`, cell: name },
    }),
    predictions: after(columns.predictions, "choice", preferred("the judge")),
  },
  writeAnswer: (answer) => {
    const { choice } = answer.value;
    return {
      ...exportedOptions.writeAnswer(answer),
      preferred_origin: preferredOf(answer.noted, choice),
      preferred_side: choice === null || choice > 1 ? null : fromOne(answer.layout.indexOf(choice)),
    };
  },
  writeCase: (of) => {
    const [first, second] = originsOf(of.noted);
    return {
      ...exportedOptions.writeCase(of),
      first_origin: JSON.stringify(first),
      second_origin: JSON.stringify(second),
    };
  },
  writePrediction: (prediction) => ({
    ...exportedOptions.writePrediction(prediction),
    preferred_origin: preferredOf(prediction.noted, prediction.choice),
  }),
  peopleAsModel: peopleAsJudge,
  unlogged: "side",
};

function after(all: OwnColumns, place: string, added: OwnColumns): OwnColumns {
  return Object.fromEntries(
    Object.entries(all).flatMap((column) =>
      column[0] === place ? [column, ...Object.entries(added)] : [column],
    ),
  );
}
