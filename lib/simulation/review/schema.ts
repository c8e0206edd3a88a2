import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";

/** A browser waits for it: of more items it is asked for on the command line, which says how far it is. */
export const maxSimulatedItems = 1000;

const share = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?$/, "percent")
  .transform(Number)
  .pipe(z.number().max(100, "percent"))
  .transform((percent) => percent / 100);
const whole = (most: number) =>
  z.string().trim().regex(/^\d+$/, "whole").transform(Number).pipe(z.int("whole").max(most, "too_large"));

/** "98, 94.5, 88" */
const shares = (least: number) =>
  z
    .string()
    .max(1000, "too_long")
    .transform((text) => text.split(/[,，、\s]+/u).filter((part) => part !== ""))
    .pipe(z.array(share).min(least, "empty").max(50, "too_many"));

/** Who is made up, as a form says it: shares in per cent. */
export const reviewSimulationInput = z.object({
  slug: z.string().min(1).max(200).regex(withoutNul),
  annotators: shares(1),
  reviewers: shares(0),
  auditors: whole(20),
  acceptable: share,
  seed: z.coerce.number("whole").pipe(
    z
      .int("whole")
      .min(0, "too_small")
      .max(2 ** 47, "too_large"),
  ),
});
