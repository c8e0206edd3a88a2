import { z } from "zod";
import { benchmarkInput } from "#lib/benchmarks/schema.ts";

export const codedTexts = ["reasons", "responses"] as const;
export type CodedTexts = (typeof codedTexts)[number];
export const codedChoices = [...codedTexts, "both"] as const;
export type CodedChoice = (typeof codedChoices)[number];

export const longestCodes = 100_000;

/** What a form calls a code book that is written into it; every other has a name here. */
export const ownBook = "own";

export const codingInput = z.object({
  slug: z.string(),
  name: benchmarkInput.shape.name,
  of: z.enum(codedChoices),
  book: z.string(),
  codes: z.string().max(longestCodes, "too_long").default(""),
});
