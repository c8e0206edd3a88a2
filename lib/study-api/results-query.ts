import { z } from "zod";
import { exportKey, numberings } from "#lib/study-exports/schema.ts";
import { stratumChoices, populations } from "#lib/study-results/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const withOrWithout = z.enum(["with", "without"]);

/** Which answers and cases the figures are over. */
export const viewQuery = z.strictObject({
  kind: z
    .enum(kindNames)
    .optional()
    .describe(
      "Where the study’s cases are of several kinds: of which the figures are. They are never taken together. Default: the kind of its first track.",
    ),
  track: z.string().max(200).optional().describe("One track only. Default: all of them together."),
  stratum: z
    .enum(stratumChoices)
    .default("selected")
    .describe("Selected cases, unsure cases, controls, or all."),
  excluded: withOrWithout
    .default("without")
    .describe(
      "Whether to include participants excluded by a rule of the plan or by hand. Those who withdrew are never included.",
    ),
  known: withOrWithout
    .default("with")
    .describe("Whether to include answers to cases whose work the participant knew."),
  reported: withOrWithout.default("with").describe("Whether to include cases reported as bad."),
  who: z
    .enum(populations)
    .optional()
    .describe("People or simulated people, never both together. Default: people, if there are any."),
  cohort: z.string().max(200).optional().describe("One cohort only. Default: everybody."),
});

export const resultsQuery = viewQuery.extend({
  by: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      "Of studies of ratings and of labels: the attributes that tell origins apart, with commas between them. Default: method and model, as far as cases have them.",
    ),
  published: withOrWithout
    .default("without")
    .describe(
      "Whether to include published figures of the same cases, if an admin declared that the benchmark has those cases.",
    ),
});

export const numbersOf = z
  .enum(numberings)
  .describe(
    "random: participants are numbered anew for each export, so that no number identifies anybody; study: the numbers on the study’s own screens.",
  );
export const keyOf = exportKey.describe(
  "The key that random numbers are drawn with. Lists requested with the same key can be joined by participant.",
);

export const peopleQuery = viewQuery.extend({ numbers: numbersOf.default("random"), key: keyOf.optional() });
