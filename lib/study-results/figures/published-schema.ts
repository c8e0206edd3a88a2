import { z } from "zod";
import { count } from "#lib/study-results/figure-schemas.ts";

/** What a paper printed of the same cases. */
export const published = z
  .object({
    citation: z.string(),
    source: z.string(),
    cases: count.describe("All cases of the benchmark, not those of the study"),
    people: z.object({
      share: z.number(),
      answers: count,
      isPrinted: z.boolean().describe("Printed as such; otherwise computed from printed counts"),
    }),
    models: z.array(
      z.object({
        name: z.string(),
        share: z.number(),
        runId: z.int().nullable().describe("The only run that is certainly of this model"),
      }),
    ),
  })
  .describe("Published figures of the same cases: only on request, and if declared by an admin");
