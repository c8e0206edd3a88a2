import type { z } from "zod";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { writeRatings } from "#lib/task-kinds/rating/origins/document.ts";
import { ratingResults } from "#lib/task-kinds/rating/origins/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What the document of results has of one kind alone, beside what all kinds have. */
export const ownResultSchemas = { ratings: ratingResults.optional() } satisfies z.ZodRawShape;

type OwnResults = { ratings?: z.output<typeof ratingResults> };

const writers: Partial<Record<KindName, (rows: StudyRows, view: View) => Promise<OwnResults>>> = {
  rating: async (rows, view) => ({ ratings: await writeRatings(rows, view) }),
};

export const writeOwnResults = async (rows: StudyRows, view: View): Promise<OwnResults> =>
  (await writers[rows.kind]?.(rows, view)) ?? {};
