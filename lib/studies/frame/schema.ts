import { z } from "zod";
import { line, text, whole } from "#lib/plain-values.ts";

const range = (least: number, most: number) =>
  z
    .strictObject({
      least: whole(least, most).default(least),
      most: whole(least, most).nullable().default(null),
    })
    .refine((one) => one.most === null || one.least <= one.most, { error: "upside_down", path: ["most"] });

/** Which cases are eligible. */
export const frameSchema = z.strictObject({
  tracks: z.array(line(60)).max(100).default([]),
  /** How many options a case may have. */
  options: range(2, 26).nullable().default(null),
  /** Tokens in the unknown speaker's turn. */
  answerLength: range(0, 1_000_000).nullable().default(null),
  /** The paper's rule: cases where this run chose wrongly, its top probability at the threshold or above. */
  reference: z
    .strictObject({
      model: line(200),
      method: line(100),
      version: text(200).trim().default(""),
      threshold: z.number().min(0, "too_small").max(1, "too_large"),
    })
    .nullable()
    .default(null),
});
