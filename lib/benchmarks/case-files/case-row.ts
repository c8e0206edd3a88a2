import type { ChoiceContent, Option } from "#lib/task-kinds/choice/schema.ts";

/** A row of a file that can be stored. What costs time, taking the prompt apart, waits until it is needed. */
export type GoodRow = {
  line: number;
  /** The track the row itself names; CSV files don't. */
  track: string | null;
  /** The id the file gives. */
  id: string | null;
  source: string | null;
  /** With what a profile column says beyond the prompt. */
  options: readonly Option[];
  /** What the profile columns say, for finding the profiles in the prompt. */
  givenProfiles: readonly (string | null)[];
  gold: number;
  /** The prompt as models got it; null where the file holds only content. */
  prompt: Buffer | null;
  content: ChoiceContent | null;
  /** What is kept to the byte. */
  original: Buffer;
};

export type RowProblem = { line: number; column: string | null; problem: string; found: string };

export type CaseRow =
  | { line: number; good: GoodRow; problems: null }
  | { line: number; good: null; problems: readonly RowProblem[] };

/** Where a case's file lies and what its admin says about it. */
export type CaseFile = {
  path: string;
  name: string;
  /** Null where the rows themselves say it (JSON Lines). */
  track: string | null;
  language: string | null;
};
