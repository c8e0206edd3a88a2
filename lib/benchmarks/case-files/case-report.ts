import type { PoolReport } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

export type TrackReport = {
  /** Good rows. */
  cases: number;
  added: number;
  unchanged: number;
  changed: number;
  /** Prompts that could not be taken apart: usable, shown as plain text. */
  unparsed: number;
  /** Rows that repeat prompt and options of a row before: kept, each a case of its own. */
  duplicates: number;
  /** Rows with a problem. */
  bad: number;
  /** Cases that are stored and don't occur in the files: they stay as they are. */
  notInFile: number;
  /** How many cases have how many options. */
  options: Readonly<Record<string, number>>;
  /** What the options of its cases are: as declared, or as guessed of a new track. Older reports don't say it. */
  declared?: CategoryDeclaration;
  /** Tokens in the unknown speaker's turn. */
  answerLength: Spread | null;
};

/** A case as participants would see it. */
export type SampleCase = {
  track: string;
  kind: CaseKind;
  language: string;
  content: unknown;
  names: readonly string[];
};

export type CaseReport = {
  benchmark: string;
  tracks: Readonly<Record<string, TrackReport>>;
  /** A few of those that were checked; older reports have none. */
  samples?: readonly SampleCase[];
  /** The first of them; the command line prints all. */
  problems: readonly ImportProblem[];
  problemCount: number;
  /** Names the list of all problems, where there are more than are shown. */
  problemsFile: string | null;
  tokenizer: string;
  /** Predictions of models carried to the new version of a case whose prompt and options stayed. */
  carried: number;
  stored: boolean;
  /** Exported benchmarks that cases came from; what else was in them was checked and left. */
  folders?: readonly FolderReport[];
  /** Where the cases were made of folders of interviews. */
  interviews?: InterviewsReport;
  /** Where the cases were made of a pool. */
  pool?: PoolReport;
};

// What is said of files that cases were made of, or taken from.

/** An exported benchmark whose cases are imported, and what else is in it. */
export type FolderReport = {
  file: string;
  name: string;
  release: string;
  digest: string;
  answers: number;
  studies: number;
};

/** What was found in the folders of those who were interviewed. */
export type InterviewsReport = {
  people: readonly {
    id: string;
    category: string | null;
    training: number;
    held: number;
    threeOptions: number;
    fourOptions: number;
    methods: readonly { method: string; answers: number; isJudged: boolean }[];
  }[];
  /** What judges and models answered, of which storing makes runs. */
  runs: readonly { model: string; method: string; version: string; track: string; rows: number }[];
};

export type Spread = { n: number; min: number; median: number; max: number };

/** Least, middle and greatest of a list of numbers; null of an empty one. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const upper = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(upper) : (at(upper - 1) + at(upper)) / 2;
  return { n: sorted.length, min: at(0), median, max: at(sorted.length - 1) };
}
