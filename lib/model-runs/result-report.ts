import type { ImportProblem } from "#lib/files/file-problems.ts";

/** What was found of a run's rows on one track. */
export type RowCounts = {
  rows: number;
  matched: number;
  repaired: number;
  normalised: number;
  failed: number;
  resDiffers: number;
  unmatched: number;
};

export type RunReport = RowCounts & {
  model: string;
  method: string;
  version: string;
  /** Older reports don't say it. */
  replicate?: number | null;
  track: string;
  missing: number;
  /** What storing does: a new track of results, another in place of the one there, or nothing. */
  outcome: "added" | "replaced" | "unchanged";
};

export type ResultReport = {
  benchmark: string;
  runs: readonly RunReport[];
  problems: readonly ImportProblem[];
  problemCount: number;
  problemsFile: string | null;
  stored: boolean;
};
