import type { z } from "zod";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { pairResults, writePairs } from "#lib/task-kinds/pair/document.ts";
import { listAttributes, readBy } from "#lib/task-kinds/rating/origins/asked.ts";
import { writeRatings } from "#lib/task-kinds/rating/origins/document.ts";
import { ratingResults } from "#lib/task-kinds/rating/origins/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What the document of results has of one kind alone, beside what all kinds have. */
export const ownResultSchemas = {
  ratings: ratingResults.optional(),
  pairs: pairResults.optional(),
} satisfies z.ZodRawShape;

type OwnResults = { ratings?: z.output<typeof ratingResults>; pairs?: z.output<typeof pairResults> };

/** `by` as an address has it: which attributes tell origins apart. */
type Writer = (rows: StudyRows, view: View, by: string | undefined) => Promise<OwnResults>;

const writers: Partial<Record<KindName, Writer>> = {
  rating: async (rows, view, by) => ({ ratings: await writeRatings(rows, view, readBy(by, rows)) }),
  pair: async (rows, view) => ({ pairs: writePairs(rows, view) }),
};

const byAttributes: Partial<Record<KindName, true>> = { rating: true };

export const writeOwnResults = async (rows: StudyRows, view: View, by?: string): Promise<OwnResults> =>
  (await writers[rows.kind]?.(rows, view, by)) ?? {};

/** Whether a study has figures by attributes, and each of these is one of them. */
export const knowsAttributes = (rows: StudyRows, by: string): boolean =>
  byAttributes[rows.kind] === true &&
  by.split(",").every((name) => listAttributes(rows).some((known) => known.name === name));
