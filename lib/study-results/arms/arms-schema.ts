import { z } from "zod";
import { armDifferences, armUnits } from "#lib/studies/arms/schema.ts";
import { count, figure, interval, named, people, reason, share } from "#lib/study-results/figure-schemas.ts";

/** Why a difference has no interval: nothing to compare, too little of it, people still answer, or scores between right and wrong. */
export const armReasons = ["no_items", "too_few", "interim", "not_binary"] as const;
export type ArmReason = (typeof armReasons)[number];

const model = named.extend({
  answered: count,
  right: count.nullable(),
  top1: share,
  interval: interval.nullable(),
  reason,
  peopleLessModel: z
    .object({ value: figure, interval, p: share, holm: share })
    .nullable()
    .describe("People under this arm − the model under it"),
});

const number = z.int().positive().describe("Number of the arm, from 1");

const difference = z.object({
  first: number,
  second: number,
  cases: count.describe("Cases that both have answers to: the difference is over these alone"),
  ofFirst: share,
  ofSecond: share,
  value: figure.describe("First − second"),
  low: figure,
  high: figure,
  p: share,
  holm: share.describe("Adjusted over the pairs of people, or over those of models"),
  reason: z.enum(armReasons).nullable(),
});

export const armsResults = z
  .object({
    differ: z.enum(armDifferences),
    unit: z.enum(armUnits).describe("Whether each person has one arm, or cases under each"),
    arms: z.array(z.object({ number, name: z.string(), people, models: z.array(model) })),
    differences: z.object({
      people: z.array(difference),
      models: z.array(
        difference.extend({
          runs: z
            .tuple([z.int(), z.int()])
            .describe("The run under each arm: the same one where arms show cases otherwise"),
        }),
      ),
    }),
  })
  .describe(
    "What people and models did under each arm; absent if the study has none. Other figures are over all arms",
  );
export type ArmsDocument = z.output<typeof armsResults>;
