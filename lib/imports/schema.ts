import { z } from "zod";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { languageTag, trackName } from "#lib/benchmarks/schema.ts";
import { poolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";
import {
  epochMethods,
  methodName,
  modelName,
  replicateNumber,
  runDate,
  versionName,
} from "#lib/model-runs/schema.ts";

/** How many problems a screen shows; the rest is in the file to download. */
export const shownProblems = 20;

/** Imports into one benchmark run one after the other. */
export const importKey = (benchmarkId: number): string => `benchmark:${benchmarkId}`;

const noneOr = <T extends z.ZodType>(type: T) =>
  z.union([z.literal("").transform(() => null), type]).nullable();
const place = { uploadId: z.uuid().optional(), path: z.string().optional(), name: z.string() };

/** What is said once for all folders of interviews, since none of their files says it. */
export const interviewImportSettings = z.object({
  /** Which model wrote the answers. */
  model: noneOr(modelName),
  judge: noneOr(modelName),
  judgeVersion: versionName,
  /** What is read before a question with options: a profile, and how many of the person's earlier answers. */
  profile: z.enum(["none", "short", "long"]),
  pairs: z.coerce.number().int().min(0).max(1000),
});
export type InterviewImportSettings = z.output<typeof interviewImportSettings>;

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
  interviews: interviewImportSettings.optional(),
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
        epochs: z.enum(epochMethods).optional(),
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

const placed = { uploadId: true, path: true, name: true } as const;
const uploaded = { uploadId: z.uuid() };
const request = { slug: z.string(), mode: z.enum(["check", "store"]), skipBad: checkbox };
export const caseImportRequest = z.object({
  ...request,
  files: jsonField(z.array(caseImportPayload.shape.files.element.omit(placed).extend(uploaded)).min(1)),
  interviews: jsonField(interviewImportSettings).optional(),
  pool: jsonField(poolSettings).optional(),
});
export const resultImportRequest = z.object({
  ...request,
  files: jsonField(z.array(resultImportPayload.shape.files.element.omit(placed).extend(uploaded)).min(1)),
});
export const storeRequest = z.object({ jobId: z.uuid(), skipBad: checkbox });

/** Which list of problems belongs to what a job found. */
export function problemsOf(result: unknown): string | null {
  const found = z.object({ problemsFile: z.uuid() }).safeParse(result);
  return found.success ? found.data.problemsFile : null;
}
