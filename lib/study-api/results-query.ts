import { z } from "zod";
import { exportKey, numberings } from "#lib/study-exports/schema.ts";
import { stratumChoices, whos } from "#lib/study-results/schema.ts";

const withOrWithout = z.enum(["with", "without"]);

/** Which answers and cases the figures are over. */
export const viewQuery = z.strictObject({
  track: z.string().max(200).optional().describe("One track alone; left out, all together."),
  stratum: z
    .enum(stratumChoices)
    .default("selected")
    .describe("Selected cases, unsure ones, controls, or all."),
  excluded: withOrWithout
    .default("without")
    .describe("With those whom a rule of the plan or an admin left out. Who withdrew is never in."),
  known: withOrWithout.default("with").describe("With answers to cases whose work the participant knew."),
  reported: withOrWithout.default("with").describe("With cases that were reported as bad."),
  who: z
    .enum(whos)
    .optional()
    .describe("People, or simulated people; never both together. Left out: people, where there are any."),
  cohort: z.string().max(200).optional().describe("One cohort alone; left out, everybody."),
});

export const resultsQuery = viewQuery.extend({
  published: withOrWithout
    .default("without")
    .describe(
      "With what a paper printed of the same cases, where an admin declared that the benchmark has them.",
    ),
});

export const numbersOf = z
  .enum(numberings)
  .describe(
    "random: participants are numbered anew for each export, so that nobody can be recognised by a number; study: by the numbers that the study’s own screens show.",
  );
export const keyOf = exportKey.describe(
  "What random numbers were drawn by. Lists that were asked for with the same key can be joined by participant.",
);

export const peopleQuery = viewQuery.extend({ numbers: numbersOf.default("random"), key: keyOf.optional() });
