import { z } from "zod";
import { fieldKey, inLanguages, line } from "#lib/plain-values.ts";

/** Asked after the instructions, to see whether they were understood. */
export const comprehensionQuestion = z.strictObject({
  key: fieldKey,
  label: inLanguages(500),
  options: z
    .array(z.strictObject({ value: line(100), label: inLanguages(300) }))
    .max(8)
    .default([]),
  /** The value of the right option. It never leaves the server. */
  right: line(100),
});
export type ComprehensionQuestion = z.output<typeof comprehensionQuestion>;

export const maxComprehension = 5;
/** What becomes of somebody who gets something wrong twice. */
export const comprehensionRules = ["exclude", "record"] as const;
