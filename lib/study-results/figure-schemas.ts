import { z } from "zod";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { intervalMethods } from "#lib/study-results/overview/types.ts";
import { armDifferences, armUnits } from "#lib/studies/arms/schema.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";
import { hasEnoughData } from "#lib/metrics/claim.ts";

// What a figure is made of, wherever the document of results has one.

export const count = z.int().nonnegative();
export const share = z.number().min(0).max(1).nullable();
export const figure = z.number().nullable();
export const reason = z.enum([...undefinedReasons, "by_selection", "choices_only"]).nullable();

export const bounded = z.object({ value: figure, low: figure, high: figure, reason });
export type BoundedFigure = z.output<typeof bounded>;

/** A mean over groups of cases. */
export const grouped = z.object({ mean: figure, low: figure, high: figure, reason, n: count, groups: count });

export const interval = z.object({
  low: figure,
  high: figure,
  method: z.enum(intervalMethods),
  n: z.number().nullable().describe("Number of equally weighted cases that a Wilson interval covers"),
  discarded: count.describe("Resamples in which the figure is undefined"),
  reason,
});

/** Of people's answers to two methods, origins or values of an attribute, over the groups that have both. */
export const difference = z.object({
  difference: figure.describe("The mean over groups of the first less the second, each group counting once"),
  low: figure,
  high: figure,
  p: share.describe("By inverting the interval, which is over raters and groups like these"),
  holm: share,
  groups: count,
  raters: count,
  reason,
});

export const withWithout = z.enum(["with", "without"]);

export const counts = z.object({ answers: count, people: count, cases: count });

export const withMissing = z
  .object({ missing: count, wrong: share, right: share })
  .describe("The share with unanswered cases counted as wrong, and counted as right");

export const people = z.object({
  n: counts,
  right: count,
  accuracy: share,
  withMissing,
  interval,
  isClaimable: z.boolean().describe("Whether there are enough answers, people and cases to make a claim"),
  reason,
});

export const named = z.object({
  runId: z.int(),
  model: z.string(),
  method: z.string(),
  version: z.string(),
});

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

/** Why a difference has no interval: nothing to compare, too little of it, people still answer, or scores between right and wrong. */
const armReasons = ["no_items", "too_few", "interim", "not_binary"] as const;

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

const armDifference = z.object({
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
export type ArmDifference = z.output<typeof armDifference>;

export const armsResults = z
  .object({
    differ: z.enum(armDifferences),
    unit: z.enum(armUnits).describe("Whether each person has one arm, or cases under each"),
    arms: z.array(z.object({ number, name: z.string(), people, models: z.array(model) })),
    differences: z.object({
      people: z.array(armDifference),
      models: z.array(
        armDifference.extend({
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

const gap = z.object({
  stratum: z.enum(sampledStrata),
  track: z.string().nullable().describe("Null if the stratum lacks cases over all tracks"),
  served: count,
  needed: count,
});

export const wholeBenchmark = z
  .object({
    cases: count.describe("Cases of the frame, as frozen"),
    cells: z.array(
      z.object({
        track: z.string(),
        stratum: z.enum(sampledStrata),
        cases: count.describe("Cases of the frame: the weight of the cell"),
        served: count.describe("Of those, the cases that counted people answered"),
        answers: count,
        right: count,
        missing: count,
      }),
    ),
    gaps: z.array(gap).describe("Why people’s accuracy can’t be estimated"),
    people: people.omit({ right: true, reason: true }).nullable(),
    models: z.array(
      named.extend({
        apart: z.enum(unrankedReasons).nullable(),
        cases: count.describe("Cases of the frame as they are now"),
        answered: count,
        failed: count,
        missing: count.describe("Cases the model was never run on"),
        right: count,
        top1: share,
        withMissing,
        /** Failed calls count as wrong. */
        peopleLessModel: z
          .object({ value: z.number(), low: figure, high: figure })
          .nullable()
          .describe(
            "The interval is that of people, shifted by the model’s figure, which has no sampling error; null if the model wasn’t run on every case",
          ),
      }),
    ),
  })
  .describe(
    "Over all cases of the frame: people’s accuracy, weighted by the number of cases in each track and stratum, and each run’s accuracy on all of them",
  );
export type WholeBenchmarkDocument = z.output<typeof wholeBenchmark>;

export const selfAgreement = z
  .object({
    pairs: count.describe("Cases that somebody who counts answered both times"),
    people: count,
    cases: count,
    same: bounded.describe("Share of second answers that are the same as the first"),
    kappa: bounded
      .nullable()
      .describe("Quadratic-weighted kappa of the two times; null unless all answers lie on one scale"),
    change: bounded
      .nullable()
      .describe("Mean of second answers less first ones; null unless all answers lie on one scale"),
  })
  .describe("How far people agree with themselves: only if the plan asks for repeats");
export type SelfAgreementFigures = z.output<typeof selfAgreement>;

/** Of one track, or of all. */
export type SelfAgreementPart = SelfAgreementFigures & { track: string | null };

/** Nothing is claimed of so little. */
export const isTooSmallForSelf = ({ pairs, people, cases }: SelfAgreementFigures): boolean =>
  !hasEnoughData({ answers: pairs, people, cases });
