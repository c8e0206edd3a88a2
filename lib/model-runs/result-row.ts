import type { EpochMethod } from "#lib/model-runs/schema.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";

/** Where a file of results lies and what its admin says about it; null where its rows say it themselves. */
export type ResultFile = {
  path: string;
  name: string;
  track: string | null;
  model: string | null;
  method: string;
  version: string;
  ranAt: string | null;
  /** Of a log whose answers stand under several filters, the one that counts. */
  filter?: string | null;
  /** Of a log with several epochs: what becomes of them. */
  epochs?: EpochMethod;
  /** Which of several runs of the same thing it is, where its rows don't say. */
  replicate?: number | null;
};

/** Which case a row is about: by its prompt, by the case's id, or by the very version that was asked about. */
export type CaseReference =
  | { prompt: Buffer; gold: string | null; options: readonly string[] | null }
  | { key: string; track: string | null }
  | { key: string; track: null; versionId: number };

/** A row as it stands in the file, its numbers read but not yet held against the case. */
export type ResultRow = {
  line: number;
  /** Set where the row itself says it (JSON Lines). */
  model: string | null;
  method: string | null;
  version: string | null;
  replicate: number | null;
  /** The file says that a program made the answer up. */
  isFake: boolean;
  reference: CaseReference;
  /** The call did not come back with an answer. */
  failed: boolean;
  /** Read by the kind of its case. */
  answer: unknown;
  response: Buffer | null;
  cost: number | null;
  tokens: number | null;
  lineOf: (column: string) => number;
};

export type ReadRow = { row: ResultRow; problems: null } | { row: null; problems: readonly RowProblem[] };
