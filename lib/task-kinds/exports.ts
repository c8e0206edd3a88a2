import { z } from "zod";
import type { Layout, OwnValue } from "#lib/task-kinds/kind.ts";

/** A field of a row: numbers in a list stand with blanks between in a CSV file. */
export type Cell = string | number | readonly number[] | null;

/** What stands in a column, in the words of the codebook, as programs may expect it, and as it is made of a row. */
export type OwnColumn<Row = unknown> = {
  about: string;
  cell: z.ZodType;
  write(row: Row): Cell | readonly Cell[];
};
/** By name, in their order. One name stands for as many columns as there are options, and its cell for a list: `option*`. */
export type OwnColumns<Row = unknown> = Readonly<Record<string, OwnColumn<Row>>>;

/** What each file of an export has rows of; `noted` is what the kind notes of the case. */
type ExportRows<Value> = {
  answers: Value & {
    /** Where it was asked as one number. */
    confidence: number | null;
    layout: Layout;
    optionNames: readonly string[];
    gold: number | null;
    noted: unknown;
  };
  history: Value & { confidence: number | null };
  cases: {
    optionNames: readonly string[];
    gold: number | null;
    answerLength: number | null;
    noted: unknown;
  };
  predictions: {
    choice: number | null;
    probabilities: readonly number[] | null;
    score?: number | null;
    gold: number | null;
    noted: unknown;
  };
};

export function writeCells<Row>(columns: OwnColumns<Row>, row: Row): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [name, column] of Object.entries(columns)) {
    const cell = column.write(row);
    if (!name.startsWith("option*")) cells[name] = cell as Cell;
    else for (const [at, one] of (cell as Cell[]).entries()) cells[name.replace("*", String(at + 1))] = one;
  }
  return cells;
}

const nameCell = z.string().nullable().optional();

/** Rows of other kinds have no such column. */
export const columnOf =
  (kind: string) =>
  <Row>(about: string, write: OwnColumn<Row>["write"], cell: z.ZodType = nameCell): OwnColumn<Row> => ({
    about: `${about}; only for cases of the kind ${kind}`,
    cell,
    write,
  });

/** Of kinds that ask how sure one is as one number alone. */
export const sureness = (about: string): OwnColumn<{ confidence: number | null }> => ({
  about: `${about}, from the slider`,
  cell: z.number().min(0).max(1).nullable(),
  write: (row) => row.confidence,
});

// Options are counted from 1 in what people read, from 0 in the code.

export const fromOne = (index: number | null): number | null => (index === null ? null : index + 1);

export const orderFromOne = (order: readonly number[]): number[] => order.map((index) => index + 1);

export const nullable = (said: boolean | null): number | null => (said === null ? null : Number(said));

/** What people decided as a model's results, in the columns that results are imported by. */
export type ModelTable = {
  ending: "csv";
  countCategories?: undefined;
  columns(mostOptions: number): string[];
  /** `counts` by category, of people who answered. */
  write(
    prompt: string,
    of: { optionNames: readonly string[]; gold: number | null },
    counts: Int32Array,
    mostOptions: number,
  ): (string | number | null)[];
};

/** The same as JSON Lines, for kinds whose results come in no CSV. */
type ModelLines = {
  ending: "jsonl";
  /** Where a case has other categories than its options. */
  countCategories?(optionCount: number): number;
  /** How many people are one judge. */
  method: string;
  /** What they answered together, by the keys of a judge's results. */
  answer(counts: Int32Array, optionNames: readonly string[]): Readonly<Record<string, unknown>>;
};
export type ModelFile = ModelTable | ModelLines;

export const countPeople = (counts: Int32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** Where no file of the reference code has such cases: shares of people, in the order of the options, as a judge's probabilities. */
export const optionsAsJudge: ModelLines = {
  ending: "jsonl",
  method: "shares of people",
  answer(counts) {
    const people = countPeople(counts);
    return { probabilities: Array.from(counts, (count) => count / people) };
  },
};

/** What no log of other tools can hold of a kind: a number, several answers at once, an answer by the side it stood on, or a type beside it. */
export type UnloggedReason = "number" | "several" | "side" | "error";

/** What a kind's answers, cases and predictions have of their own in the files of an export. */
export interface ExportedKind<Value extends OwnValue = OwnValue> {
  columns: { readonly [List in keyof ExportRows<Value>]: OwnColumns<ExportRows<Value>[List]> };
  /** Null where what many decided is no result. */
  peopleAsModel: ModelFile | null;
  /** Whether an answer is one of the case's options, by its text, and nothing beside it; else what it is. */
  unlogged: UnloggedReason | null;
}
