import { z } from "zod";
import {
  fromOne,
  orderFromOne,
  type ExportedKind,
  type OwnColumn,
  type OwnColumns,
} from "#lib/task-kinds/exports.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

const share = z.number().min(0).max(1);
const numberOfOption = z.int().min(1);
// Kinds whose answer is no option have no such columns.
const ofOption = numberOfOption.nullable().optional();

type Columns = ExportedKind<OptionValue>["columns"];
type Chosen = Pick<OptionValue, "choice">;
type Held = { gold: number | null };

const choice = (about: string): OwnColumn<Chosen> => ({
  about,
  cell: ofOption,
  write: (row) => fromOne(row.choice),
});

const gold: OwnColumn<Held> = {
  about: "number of the right option",
  cell: ofOption,
  write: (row) => fromOne(row.gold),
};

const right = (without: string): OwnColumn<Chosen & Held> => ({
  about: `1 if the choice is right, 0 if wrong; empty ${without}`,
  cell: z.literal([0, 1]).nullable().optional(),
  write: (row) => (row.choice === null || row.gold === null ? null : Number(row.choice === row.gold)),
});

const confidence = (about: string): OwnColumn<OptionValue & { confidence: number | null }> => ({
  about: `${about}: from the slider, or the probability given to the chosen option`,
  cell: share.nullable(),
  write: (row) => optionResults.sureOf(row, row.confidence),
});

/** What there is nothing of is stored as an empty list, or as none. */
const probabilities = (about: string): OwnColumn<{ probabilities: readonly number[] | null }> => ({
  about,
  cell: z.array(share).nullable().optional(),
  write: (row) => (row.probabilities && row.probabilities.length > 0 ? row.probabilities : null),
});

export const optionColumns = {
  answers: {
    option_order: {
      about: "option numbers in the order in which this participant saw the options",
      cell: z.array(numberOfOption).optional(),
      write: (row) => orderFromOne(row.layout),
    },
    choice: choice("number of the chosen option; empty if none was chosen"),
    choice_name: {
      about: "name of the chosen option",
      cell: z.string().nullable().optional(),
      write: (row) => (row.choice === null ? null : (row.optionNames[row.choice] ?? null)),
    },
    gold,
    right: right("without a choice"),
    confidence: confidence("confidence from 0 to 1"),
    probabilities: probabilities(
      "probabilities given to the options, in the order of their numbers; empty if not asked",
    ),
  },
  cases: {
    "option*": {
      about: "name of the option with that number",
      cell: z.string(),
      write: (row) => row.optionNames,
    },
    gold,
    answer_length: {
      about: "number of tokens in the unknown speaker’s turn, if known",
      cell: z.int().nullable().optional(),
      write: (row) => row.answerLength,
    },
  },
  predictions: {
    choice: choice("number of the chosen option; empty for a failed call"),
    right: right("for a failed call"),
    probabilities: probabilities(
      "probabilities of the options, in the order of their numbers; empty if the run has none",
    ),
  },
  history: {
    choice: choice("number of the option chosen at that time"),
    confidence: confidence("confidence at that time, from 0 to 1"),
    probabilities: probabilities(
      "probabilities given to the options at that time, in the order of their numbers",
    ),
  },
} as const satisfies Columns;

const addAfter = <Row>(
  place: string,
  all: OwnColumns<NoInfer<Row>>,
  added: OwnColumns<Row>,
): OwnColumns<Row> =>
  Object.fromEntries(
    Object.entries(all).flatMap((column) =>
      column[0] === place ? [column, ...Object.entries(added)] : [column],
    ),
  );

/** The same, and behind what was chosen columns of one's own. */
export const addColumns = ({ answers, cases, predictions }: Omit<Columns, "history">): Columns => ({
  ...optionColumns,
  answers: addAfter("choice_name", optionColumns.answers, answers),
  cases: addAfter("option*", optionColumns.cases, cases),
  predictions: addAfter("choice", optionColumns.predictions, predictions),
});
