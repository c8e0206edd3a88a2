import { z } from "zod";
import { writtenText } from "#lib/auth/schema.ts";

export const passageReportKinds = ["unclear", "error", "upsetting", "other"] as const;
export type PassageReportKind = (typeof passageReportKinds)[number];

export const maxReportWords = 2000;

/** As its form sends it. What is neither of the named kinds has to be said in words. */
export const passageReportInput = z
  .object({
    sittingId: z.uuid(),
    position: z.coerce.number().pipe(z.int().min(1).max(32_767)),
    kind: z.enum(passageReportKinds, "empty"),
    words: writtenText(maxReportWords).default(""),
  })
  .refine(({ kind, words }) => kind !== "other" || words !== "", { error: "empty", path: ["words"] });
