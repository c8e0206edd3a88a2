import { z } from "zod";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { readScannedLine } from "#lib/files/json-document.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import {
  type EpochMethod,
  maxReplicate,
  methodName,
  modelName,
  versionName,
} from "#lib/model-runs/schema.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { predictionKeys, predictionWords } from "#lib/task-kinds/server-registry.ts";
import { mostTokens } from "#lib/task-kinds/whole-number.ts";

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
  /** The file says that people gave the answer, or simulated people. */
  isPeople: boolean;
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

const text = z.string("This must be text.");
const number = z.number("This must be a number.");

const answerKeys = Object.keys(predictionKeys);

/** A model's answer to one case as the product's own format writes it. */
export const predictionLine = z
  .looseObject({
    model: modelName,
    method: methodName.optional(),
    version: versionName.optional(),
    replicate: z
      .number("A replicate is a number from 1, without quotes.")
      .int("A replicate is a whole number from 1.")
      .min(1, "Replicates count from 1.")
      .max(maxReplicate, `A replicate is at most ${maxReplicate}.`)
      .nullish(),
    case: text.min(1, "The case’s id can’t be empty."),
    track: text.nullish(),
    failed: z.boolean("failed must be true or false.").default(false),
    /** A program made it up: a server that only plays models, or simulated people. */
    fake: z.boolean("fake must be true or false.").default(false),
    /** People of a study gave it, or simulated people. */
    people: z.boolean("people must be true or false.").default(false),
    ...predictionKeys,
    response: text.nullish(),
    cost: number.nonnegative("A cost can’t be negative.").nullish(),
    tokens: number
      .int("tokens must be a whole number.")
      .nonnegative("tokens can’t be negative.")
      .max(mostTokens, "tokens is too large to be a number of tokens.")
      .nullish(),
  })
  .refine((result) => result.failed || answerKeys.some((key) => result[key] != null), {
    error: `A prediction needs ${predictionWords.join(", ")}, or failed: true.`,
    path: answerKeys.slice(0, 1),
  });

export function readJsonResult(scanned: ScannedLine): ReadRow {
  const { line } = scanned;
  const read = readScannedLine(scanned, () => predictionLine);
  if (!read.ok) return { row: null, problems: read.problems };
  const result = read.value;
  return {
    row: {
      line,
      model: result.model,
      method: result.method ?? null,
      version: result.version ?? null,
      replicate: result.replicate ?? null,
      isFake: result.fake,
      isPeople: result.people,
      reference: { key: result.case, track: result.track ?? null },
      failed: result.failed,
      answer: result,
      response: result.response ? Buffer.from(result.response, "utf8") : null,
      cost: result.cost ?? null,
      tokens: result.tokens ?? null,
      lineOf: () => line,
    },
    problems: null,
  };
}
