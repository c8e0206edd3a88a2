import { z } from "zod";
import { whole } from "#lib/plain-values.ts";
import { runName } from "#lib/studies/run-names.ts";

export const maxSiblings = 100;

/** What the study is going to claim, and when it ends: fixed before anybody has answered. */
export const claimsSchema = z.strictObject({
  /** The run that people are held against; or whichever is the best, when the study opens, on cases that nobody is given. */
  comparator: z
    .discriminatedUnion("by", [
      z.strictObject({ by: z.literal("name"), run: runName }),
      z.strictObject({ by: z.literal("unserved_cases") }),
    ])
    .nullable()
    .default(null),
  /** A difference that is as good as none, in shares of one. */
  margin: z.number().min(0.005, "too_small").max(0.5, "too_large").nullable().default(null),
  /** What a person costs more than a model, in the alternative annotator test. */
  epsilon: z.number().min(0, "too_small").max(0.5, "too_large").default(0.2),
  /** Runs of the selecting model by other methods or versions: the cases were chosen by answers like theirs. */
  siblings: z.array(runName).max(maxSiblings).default([]),
  /** Until people's accuracy is known this closely, or so many took part; needs looks while people answer. */
  stopping: z
    .strictObject({
      halfWidth: z.number().min(0.005, "too_small").max(0.25, "too_large"),
      mostPeople: whole(2, 10_000),
    })
    .nullable()
    .default(null),
});
export type Claims = z.output<typeof claimsSchema>;
