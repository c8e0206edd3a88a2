import { z } from "zod";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { languageTag, trackName, type Declared } from "#lib/benchmarks/schema.ts";
import { poolSettings, type PoolReport } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import type { FolderReport, InterviewsReport } from "#lib/imports/made/schema.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import {
  epochWays,
  methodName,
  modelName,
  replicateNumber,
  runDate,
  versionName,
} from "#lib/model-runs/schema.ts";

export type Spread = { n: number; min: number; median: number; max: number };

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
  declared?: Declared;
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

/** How many problems a screen shows; the rest is in the file to download. */
export const shownProblems = 20;

/** Imports into one benchmark run one after the other. */
export const importKey = (benchmarkId: number): string => `benchmark:${benchmarkId}`;

const noneOr = <T extends z.ZodType>(type: T) =>
  z.union([z.literal("").transform(() => null), type]).nullable();
const place = { uploadId: z.uuid().optional(), path: z.string().optional(), name: z.string() };

/** What is said once for all folders of interviews, since none of their files says it. */
export const interviewsTold = z.object({
  /** Which model wrote the answers. */
  model: noneOr(modelName),
  judge: noneOr(modelName),
  judgeVersion: versionName,
  /** What is read before a question with options: a profile, and how many of the person's earlier answers. */
  profile: z.enum(["none", "short", "long"]),
  pairs: z.coerce.number().int().min(0).max(1000),
});
export type InterviewsTold = z.output<typeof interviewsTold>;

/** What an import job is asked to do. Files lie among the uploads, or where the command line says. */
export const caseImportPayload = z.object({
  /** One that was made for this import goes again where nothing is stored. */
  benchmark: z.object({ id: z.number().int(), slug: z.string(), isNew: z.boolean().optional() }),
  mode: z.enum(["check", "store"]),
  skipBad: z.boolean(),
  files: z
    .array(
      z.object({
        ...place,
        track: noneOr(trackName),
        language: noneOr(languageTag),
        /** Of a file of answers from an interview: how they were made. */
        method: noneOr(methodName).optional(),
        /** Of a file of vectors: the embedding model. */
        vectorsOf: noneOr(modelName).optional(),
      }),
    )
    .min(1),
  /** The files are folders of interviews, of which cases are made. */
  interviews: interviewsTold.optional(),
  /** The files are a pool of exchanges, with vectors of who appears in it. */
  pool: poolSettings.optional(),
});
export type CaseImportPayload = z.output<typeof caseImportPayload>;

export const resultImportPayload = z.object({
  benchmark: z.object({ id: z.number().int(), slug: z.string() }),
  mode: z.enum(["check", "store"]),
  skipBad: z.boolean(),
  files: z
    .array(
      z.object({
        ...place,
        track: noneOr(trackName),
        model: noneOr(modelName),
        method: methodName,
        version: versionName,
        ranAt: runDate.nullable(),
        replicate: replicateNumber.optional(),
        /** Of a log whose answers stand under several filters. */
        filter: noneOr(z.string().max(200)).optional(),
        /** Of a log with several epochs. */
        epochs: z.enum(epochWays).optional(),
      }),
    )
    .min(1),
});
export type ResultImportPayload = z.output<typeof resultImportPayload>;

/** What every import job says of its files. */
export const importFiles = z.object({
  benchmark: caseImportPayload.shape.benchmark,
  files: z.array(z.object(place)),
});

const checkbox = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");

const uploaded = { uploadId: z.uuid() };
const request = { slug: z.string(), mode: z.enum(["check", "store"]), skipBad: checkbox };
export const caseImportRequest = z.object({
  ...request,
  files: jsonField(
    z
      .array(
        caseImportPayload.shape.files.element
          .pick({ track: true, language: true, method: true, vectorsOf: true })
          .extend(uploaded),
      )
      .min(1),
  ),
  interviews: jsonField(interviewsTold).optional(),
  pool: jsonField(poolSettings).optional(),
});
export const resultImportRequest = z.object({
  ...request,
  files: jsonField(
    z
      .array(
        resultImportPayload.shape.files.element
          .pick({
            track: true,
            model: true,
            method: true,
            version: true,
            ranAt: true,
            replicate: true,
            filter: true,
            epochs: true,
          })
          .extend(uploaded),
      )
      .min(1),
  ),
});
export const storeRequest = z.object({ jobId: z.uuid(), skipBad: checkbox });

/** Which list of problems belongs to what a job found. */
export function problemsOf(result: unknown): string | null {
  const found = z.object({ problemsFile: z.uuid() }).safeParse(result);
  return found.success ? found.data.problemsFile : null;
}
