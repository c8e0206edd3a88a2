import { z } from "zod";
import { wholeBenchmark } from "#lib/study-results/whole-benchmark/benchmark-schema.ts";
import {
  count,
  counts,
  figure,
  interval,
  named,
  people,
  reason,
  share,
  withMissing,
} from "#lib/study-results/figure-schemas.ts";
import { outcomes } from "#lib/study-results/overview/headline.ts";
import { sensitivityReasons } from "#lib/study-results/overview/mixed-model.ts";
import { variantKeys } from "#lib/study-results/overview/types.ts";
import { aparts } from "#lib/study-results/rows/rows.ts";
import { stratumChoices, whos } from "#lib/study-results/schema.ts";
import { studyStates } from "#lib/studies/schema.ts";

// What one object of results holds, for programs: every figure unrounded, and a reason in place of each that isn't there.

const withWithout = z.enum(["with", "without"]);

const beside = named
  .extend({
    chosen: z
      .enum(["planned", "after_looking"])
      .describe("Named by the plan, or the best on the very cases that are counted"),
    answered: count,
    top1: share,
    withMissing,
    interval: interval.nullable(),
  })
  .nullable();

const consensus = z.object({
  cases: count,
  credit: z.number(),
  accuracy: share,
  ties: count,
  interval,
  reason,
});

const equivalence = z
  .object({
    margin: z.number(),
    pNoWorse: z.number().describe("One-sided: people are ahead by less than the margin"),
    pEquivalent: z.number().describe("Two one-sided tests: neither is ahead by the margin"),
    low: figure,
    high: figure,
  })
  .describe("With the margin of the plan");

const model = named.extend({
  isDemo: z.boolean(),
  ranAt: z.string().nullable(),
  apart: z
    .enum(aparts)
    .nullable()
    .describe(
      "Why it is in no ranking and no test: the cases were chosen by its answers (selecting), it is the same model as that one (sibling), or it had a part in making the benchmark (filter)",
    ),
  isRanked: z.boolean().describe("Placed among the others, what it left out counted wrong"),
  isTested: z
    .boolean()
    .describe(
      "Held against people: whoever is ranked, and the comparator of the plan, whatever became known of it since",
    ),
  answered: count,
  failed: count,
  missing: count,
  right: count.nullable(),
  top1: share,
  withMissing,
  interval: interval.nullable(),
  reason,
  scores: z.object({
    scored: count,
    top2: share,
    meanRank: figure,
    ece: share,
    brierPerOption: figure,
    brierPerCase: figure,
    fairTop1: share,
    fairTop2: share,
    fairMeanRank: figure,
    reason,
  }),
  peopleLessModel: counts
    .extend({
      value: figure,
      interval: interval.nullable(),
      p: share.describe("The error at which the interval would just hold 0"),
      holm: share,
      equivalence: equivalence.nullable(),
      reason,
    })
    .describe("The mean person − the model, on the cases that both answered"),
  consensusLessModel: z
    .object({
      cases: count,
      ties: count,
      onlyPeople: count,
      onlyModel: count,
      value: figure,
      interval: interval.nullable(),
      p: share.describe("McNemar's, exact"),
      midP: share,
      holm: share,
    })
    .describe("The consensus − the model, on cases without a tie that both answered"),
});

const part = z.object({
  name: z.string(),
  people,
  consensus: consensus.omit({ interval: true }),
  chance: share,
  model: beside,
});

const view = z.object({
  who: z.enum(whos),
  track: z.string().nullable(),
  stratum: z.enum(stratumChoices),
  excluded: withWithout,
  known: withWithout,
  reported: withWithout,
  cohort: z.string().nullable(),
});

export const resultsDocument = z.object({
  schema: z.literal("benchside-results/2"),
  study: z.object({
    slug: z.string(),
    title: z.string(),
    state: z.enum(studyStates),
    benchmark: z.object({ slug: z.string(), name: z.string() }),
    openedAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    isDemo: z.boolean(),
  }),
  stamp: z.string().describe("Changes with everything the figures are made of"),
  view,
  isInterim: z.boolean().describe("People still answer"),
  isSimulated: z.boolean().describe("Nobody gave these answers"),
  people: people.extend({
    naive: z
      .object({ low: figure, high: figure })
      .describe("As if all answers were independent: for contrast"),
    passed: count
      .optional()
      .describe("Answers that say the case couldn't be read, where the plan offers that: in no other figure"),
  }),
  consensus,
  chance: share,
  beside: beside.describe("The model that parts and variants are told beside people"),
  comparator: z
    .object({
      runId: z.int(),
      outcome: z.enum(outcomes),
      isNoWorse: z.boolean().nullable().describe("By the margin of the plan; null without one"),
      couldFind: share.describe("A true difference that such studies find four times in five"),
    })
    .nullable()
    .describe("What may be said of people and the model that the plan names; null where it names none"),
  models: z.array(
    model.extend({
      places: z
        .object({ best: z.int(), worst: z.int() })
        .nullable()
        .describe("Between which places it lies, for all models at once; what it left out counts as wrong"),
    }),
  ),
  tracks: z.array(part),
  strata: z.array(part),
  benchmark: wholeBenchmark
    .nullable()
    .describe("Null where no run chose the cases, or one track alone is looked at"),
  variants: z.array(
    z.object({ key: z.enum(variantKeys), turned: withWithout, differs: z.boolean(), people, model: beside }),
  ),
  resampled: z
    .object({
      b: count,
      seed: count,
      people: interval,
      peopleCasesOnly: interval.describe("Of these very people"),
      modelGap: interval.nullable().describe("People − the model that the plan names, or else the best"),
    })
    .describe("The same by resampling people and cases: for contrast"),
  mixedModel: z
    .object({
      accuracy: share.describe("The mean over people and cases like these"),
      low: share,
      high: share,
      typical: share.describe("Of an average person on an average case"),
      spread: z.object({ people: figure, cases: figure }).describe("Standard deviations in log-odds"),
      reason: z.enum(sensitivityReasons).nullable(),
    })
    .describe(
      "People by a logistic model with people and cases as chance: to see what hangs on the main one",
    ),
  published: z
    .object({
      citation: z.string(),
      source: z.string(),
      cases: count.describe("All of the benchmark's, not those of the study"),
      people: z.object({
        share: z.number(),
        answers: count,
        isPrinted: z.boolean().describe("Or else computed from counts that are"),
      }),
      models: z.array(
        z.object({
          name: z.string(),
          share: z.number(),
          runId: z.int().nullable().describe("The one run that is surely of this model"),
        }),
      ),
    })
    .optional()
    .describe("What a paper printed of the same cases: only where asked for, and declared by an admin"),
  method: z.object({
    rules: count.describe("The version of the rules by which figures are computed"),
    level: z.number(),
    works: count.nullable().describe("Works that cases were clustered by, where several come from one"),
    everyLook: z
      .boolean()
      .describe("Intervals of people and of differences from them hold at every look while people answer"),
    bins: count,
    leastAnswers: count,
    leastPeople: count,
    leastCases: count,
  }),
});
export type ResultsDocument = z.output<typeof resultsDocument>;
