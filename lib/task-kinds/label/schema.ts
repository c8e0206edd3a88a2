import type { z } from "zod";
import { storedLabels, type LabelSet } from "#lib/task-kinds/label-set.ts";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";

export const labelledParts = partsContent(textPart, 1);

/** As the database holds it: a set, or a code book, that has a name here by that, a list as it is, another one whole. */
export const labelContentSchema = labelledParts.extend({ labels: storedLabels });
export type LabelContent = z.infer<typeof labelContentSchema>;

/** A case as its participant gets it. */
export type ShownLabel = z.infer<typeof labelledParts> & { labels: LabelSet };
