import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";

/** A model that said of items whether it would accept them, and of how many. */
export type FilterSummary = {
  model: string;
  items: number;
  /** Than what was stored of the same model before, which stays on record. */
  isNewer: boolean;
};
/** The newest of a model. By nobody: from the command line. */
export type Filter = Omit<FilterSummary, "isNewer"> & { storedAt: Date; storedBy: string | null };

/** Where anything is wrong with a file, nothing of it was stored. */
export type FilterReport = { filters: readonly FilterSummary[]; problems: readonly ImportProblem[] };

/** What the job was told, and what it found: the first of the problems, and the name of the list of all. */
export const filterPayload = z.object({
  slug: z.string(),
  mode: z.literal("store"),
  files: z.tuple([z.object({ uploadId: z.uuid(), name: z.string() })]),
});
export type FilterResult = FilterReport & { problemCount: number; problemsFile: string | null };

export const filterUpload = z.object({
  slug: z.string().min(1).max(200).regex(withoutNul),
  uploadId: z.uuid(),
});
