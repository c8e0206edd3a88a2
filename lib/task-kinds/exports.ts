import type { z } from "zod";
import type { Layout, OwnValue, StoredGold } from "#lib/task-kinds/kind.ts";

/** A field of a row: numbers in a list stand with blanks between in a CSV file. */
export type Cell = string | number | readonly number[] | null;

/** What stands in a column, in the words of the codebook, and as programs may expect it. */
export type OwnColumn = { about: string; cell: z.ZodType };
/** By name, in their order. One name stands for as many columns as there are options: `option*`. */
export type OwnColumns = Readonly<Record<string, OwnColumn>>;
type OwnCells = Record<string, Cell>;
/** What the kind notes of the case. */
type Noted = unknown;

/** What people decided as a model's results, in the columns that results are imported by. */
type ModelTable = {
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
  write(
    of: { model: string; study: string; track: string; case: string; optionNames: readonly string[] },
    counts: Int32Array,
  ): Readonly<Record<string, unknown>>;
};
export type ModelFile = ModelTable | ModelLines;

/** What no log of other tools can hold of a kind: a number, several answers at once, an answer by the side it stood on, or a type beside it. */
export const unloggedReasons = ["number", "several", "side", "error"] as const;
export type Unlogged = (typeof unloggedReasons)[number];

/** What a kind's answers, cases and predictions have of their own in the files of an export. */
export interface ExportedKind<Value extends OwnValue = OwnValue> {
  columns: Readonly<Record<"answers" | "history" | "cases" | "predictions", OwnColumns>>;
  writeAnswer(answer: {
    value: Value;
    /** Where it was asked as one number. */
    confidence: number | null;
    layout: Layout;
    optionNames: readonly string[];
    gold: StoredGold;
    noted: Noted;
  }): OwnCells;
  writeRevision(revision: { value: Value; confidence: number | null }): OwnCells;
  writeCase(of: {
    optionNames: readonly string[];
    gold: StoredGold;
    answerLength: number | null;
    noted: Noted;
  }): OwnCells;
  writePrediction(prediction: {
    choice: number | null;
    probabilities: readonly number[] | null;
    score?: number | null;
    gold: StoredGold;
    noted: Noted;
  }): OwnCells;
  /** Null where what many decided is no result. */
  peopleAsModel: ModelFile | null;
  /** Whether an answer is one of the case's options, by its text, and nothing beside it; else what it is. */
  unlogged: Unlogged | null;
}
