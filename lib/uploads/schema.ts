import { z } from "zod";

/** What the name and the beginning of a file suggest; somebody looks at it and corrects it. */
export const uploadGuess = z.object({
  purpose: z.enum(["cases", "results", "interviews"]),
  format: z.enum(["csv", "jsonl", "json", "document", "log", "folder"]),
  track: z.string().nullable(),
  language: z.enum(["en", "zh"]).nullable(),
  model: z.string().nullable(),
  /** Where the name ends in one that is in use. */
  method: z.string().optional(),
  /** Where the lines name their track themselves: those that the first of them name. */
  tracks: z.array(z.string()).optional(),
  /** Of a log whose answers stand under several filters: their names. */
  filters: z.array(z.string()).optional(),
  /** Of a log whose model nobody named, and that can be read. */
  isUnnamed: z.boolean().optional(),
  /** Of a log: how often each case was asked, where that was more than once. */
  epochs: z.number().int().optional(),
  /** What the harness wrote at one moment: samples, and results that name their model. */
  harness: z.object({ date: z.string(), isResults: z.boolean() }).optional(),
  /** Of vectors that were fetched here: the embedding model. */
  vectorsOf: z.string().optional(),
  /** Whom a file of an interview is about. */
  person: z.string().optional(),
});
export type UploadGuess = z.output<typeof uploadGuess>;

export type UploadedFile = { id: string; fileName: string; bytes: number; guess: UploadGuess };
export type Upload = UploadedFile & { createdAt: Date; uploadedBy: string | null };

/** Only ever shown: whatever the name says leads nowhere. */
export const uploadName = z
  .string()
  .transform((name) => name.replace(/\p{Cc}/gu, "").trim())
  .pipe(z.string().min(1).max(255));

export const uploadInput = z.object({ uploadId: z.uuid() });

export const uploadLifeHours = 24;
/** As large as a chunk of an upload may be; the schema says so, too. */
export const chunkBytes = 1024 * 1024;
