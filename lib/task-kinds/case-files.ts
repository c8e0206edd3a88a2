import type { TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { z } from "zod";
import type { CsvRow } from "#lib/files/csv/automaton.ts";

// How a kind's cases and predictions are read from files, stored, and written again. Types alone.

export type RowProblem = { line: number; column: string | null; problem: string; found: string };

/** What a file says of one case; what costs time, understanding it, waits until it is needed. */
export type CaseInput<Own = unknown> = {
  optionNames: readonly string[];
  /** Which option is right; null where the file doesn't say. */
  gold: number | null;
  /** The prompt as models got it; null where the file holds only content. */
  prompt: Buffer | null;
  /** What is kept to the byte: the prompt, or the whole line where there is none. */
  original: Buffer;
  /** What only its kind reads. */
  own: Own;
};

export type CaseForm = "dialogue" | "text" | "unparsed";

/** What a case looks like once it is taken apart. */
export type UnderstoodCase<Content = unknown> = {
  form: CaseForm;
  content: Content | null;
  answerLength: number | null;
  /** Of what is judged with its reference, where the kind has both; measured once, as an answer is scored once. */
  overlap?: TextOverlap | null;
  /** Everything that is said in it, in lower case: what is searched, and what tells its new wording. */
  said: string;
};

/** A stored case, for writing it as a line of a file. */
export type CaseToExport = {
  original: string;
  /** Whether the original is the prompt, and not a line of a file. */
  hasPrompt: boolean;
  content: unknown;
  optionNames: readonly string[];
  gold: number | null;
};

export type ReadCsv<Row> = { row: Row; problems: null } | { row: null; problems: readonly RowProblem[] };

/** A published CSV format: what its header needs to have, and how a row is read. */
export type CsvFormat<Row> = (columns: readonly string[]) => {
  missing: readonly string[];
  wanted: readonly string[];
  read: (row: CsvRow) => ReadCsv<Row>;
};

export type CsvCase = CaseInput & { id: string | null; source: string | null };

/** The case that a model's answer is held against. */
export type AnsweredCase = { optionNames: readonly string[]; gold: number | null };

/** An answer as the table of predictions holds it. */
export type StoredPrediction = {
  failed: boolean;
  /** Something was inferred. */
  repaired: boolean;
  choice: number | null;
  probabilities: readonly number[];
  /** What a measure gave, of kinds whose judges may be measures. */
  score?: number | null;
  /** What each run found of several traits, run after run, of kinds whose judges may be run several times. */
  traits?: readonly number[] | null;
};

export type PredictionResult =
  | {
      ok: true;
      prediction: StoredPrediction;
      normalised: boolean;
      /** What the file says was decided isn't what follows from the rest. */
      differs: boolean;
    }
  | { ok: false; column: string; problem: string; found: string };

/** What lib/metrics makes of one answer, so that the figures of a run are sums over rows. */
export type PredictionScore = {
  choice: number | null;
  correct: boolean | null;
  rank: number | null;
  above: number | null;
  tied: number | null;
  confidence: number | null;
  squaredError: number | null;
  bin: number | null;
};

/** A row of results as it stands in a CSV file, its numbers read but not yet held against the case. */
export type CsvResult = {
  prompt: Buffer;
  /** What tells cases of one prompt apart, as far as the row names it. */
  gold: string | null;
  options: readonly string[] | null;
  /** The call did not come back with an answer. */
  failed: boolean;
  /** A program made the answer up. */
  isFake: boolean;
  /** People gave the answer. */
  isPeople: boolean;
  answer: unknown;
  response: Buffer | null;
  cost: number | null;
  tokens: number | null;
};

/** What a model's answer to a case of this kind is. */
export type PredictionFiles<Answer = unknown> = {
  /** The keys of a line that hold the answer; kinds that share a key mean the same by it. */
  keys: z.ZodRawShape;
  /** What it has one of, in words: "probabilities", "a choice". */
  words: readonly string[];
  csv?: CsvFormat<CsvResult>;
  /** `answer` is a line with these keys, or what a row of CSV says in them. */
  hold(answer: Answer, failed: boolean, subject: AnsweredCase): PredictionResult;
  write(prediction: StoredPrediction, optionNames: readonly string[]): Readonly<Record<string, unknown>>;
};

/** What is wrong with a whole line, in English; and, where a screen words it, its key with what the words need. */
export type LineProblem = {
  path: string;
  message: string;
  params?: { problem: string; most?: number };
};

/** What cases are judged by, and all that it says. */
export type Standard = { name: string; definition: string };

/** A kind's part in files of cases. */
export interface ReadFiles<Content = unknown, Own = unknown> {
  /** As `case_versions.content` holds it. */
  content: z.ZodType<Content>;
  /** What a line of JSON holds beside id, track, kind and source; and what is wrong with the whole of it. */
  line: {
    keys: z.ZodRawShape;
    /** Keys that are written for whoever reads the file, and not read again. */
    told?: readonly string[];
    /** Lines that name this other kind are of this one where a key of theirs is true. */
    alsoCalled?: { kind: string; where: string };
    check(line: Readonly<Record<string, unknown>>): readonly LineProblem[];
    read(line: Readonly<Record<string, unknown>>, bytes: Buffer): CaseInput<Own>;
  };
  csv: CsvFormat<CsvCase> | null;
  /** Where a case says what it is judged by; null for what has its name in the product, which nobody else may use. */
  standard?: { column: string; define(given: unknown): Standard | null };
  /** What a case without a prompt is known by. */
  shown(given: CaseInput<Own>): unknown;
  /** Everything a participant or a model is shown, and the right answer: another of these is a new version. */
  versionParts(given: CaseInput<Own>): readonly (Buffer | string)[];
  understand(given: CaseInput<Own>): Promise<UnderstoodCase<Content>>;
  /** What a case is shown as that couldn't be taken apart. */
  asItStands(original: string, optionNames: readonly string[]): Content;
  write(stored: CaseToExport): Readonly<Record<string, unknown>>;
  /** How it begins, for lists; null where the original says it as well. */
  opening(content: Content): string | null;
  /** Contents can be a million letters long: of their lists, whose members have a `text`, a list of cases reads the beginning. */
  isLong?: true;
  /** So much of a content as a preview has room for; all of it where a kind says nothing. */
  preview?(content: Content): Content;
}

/** Of a kind that somebody answers, its part in files of results too. */
export interface CaseFiles<Content = unknown, Own = unknown> extends ReadFiles<Content, Own> {
  /** Whether a case without a right answer can be in a study. */
  needsGold: boolean;
  predictions: PredictionFiles;
}
