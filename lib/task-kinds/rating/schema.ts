import type { z } from "zod";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";
import { storedScale, scaleSchema } from "#lib/task-kinds/scale.ts";

export const ratedParts = partsContent(textPart, 1);

/** As the database holds it: a scale that has a name here by that, another one whole. */
export const ratingContentSchema = ratedParts.extend({ scale: storedScale });
export type RatingContent = z.infer<typeof ratingContentSchema>;

/** A case as its participant gets it. */
export const shownRatingSchema = ratedParts.extend({ scale: scaleSchema });
export type ShownRating = z.infer<typeof shownRatingSchema>;
