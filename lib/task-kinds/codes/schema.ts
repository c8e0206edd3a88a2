import type { z } from "zod";
import { storedLabels, type LabelSet } from "#lib/task-kinds/label-set.ts";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";

export const codedParts = partsContent(textPart, 1);

/** As the database holds it: a code book that has a name here by that, a list as it is, another one whole. */
export const codesContentSchema = codedParts.extend({ labels: storedLabels });
export type CodesContent = z.infer<typeof codesContentSchema>;

/** A case as its participant gets it. */
export type ShownCodes = z.infer<typeof codedParts> & { labels: LabelSet };
