import { clusterUnits } from "#lib/benchmarks/schema.ts";
import { z } from "zod";
import {
  wholeBenchmark,
  count,
  counts,
  figure,
  interval,
  named,
  people,
  reason,
  share,
  withMissing,
  withWithout,
  selfAgreement,
  armsResults,
  published,
} from "#lib/study-results/figure-schemas.ts";
import { automaticDocument } from "#lib/results/automatic/numbers.ts";
import { tableDocument } from "#lib/results/render/table.ts";
import { outcomes } from "#lib/study-results/overview/headline.ts";
import { sensitivityReasons } from "#lib/study-results/overview/mixed-model.ts";
import { variantKeys } from "#lib/study-results/overview/types.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";
import { stratumChoices, populations } from "#lib/study-results/schema.ts";
import { ownResultSchemas } from "#lib/study-results/kinds/registry.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";
import { studyStates } from "#lib/studies/schema.ts";
import { filterWays } from "#lib/studies/selectors/schema.ts";

// What one object of results holds, for programs: every figure unrounded, and a reason in place of each that isn't there.

const beside = named
  .extend({
    chosen: z
      .enum(["planned", "after_looking"])
      .describe("planned: named by the plan; after_looking: the best on the counted cases themselves"),
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
  votes: z.object({ least: count, most: count }).describe("People who answered a case"),
  fewer: z
    .array(z.object({ votes: count, cases: count, accuracy: share }))
    .describe(
      "What the vote of so many of those who answered would give, on average, over the cases that so many answered",
    ),
  interval,
  reason,
});

const side = z.object({ value: z.number(), interval });
const lead = z.object({ track: z.string(), points: z.number(), p: share });

const equivalence = z
  .object({
    margin: z.number(),
    pNoWorse: z.number().describe("One-sided test: people are ahead by less than the margin"),
    pEquivalent: z.number().describe("Two one-sided tests: neither is ahead by the margin"),
    low: figure,
    high: figure,
  })
  .describe("Against the plan’s margin");

const model = named.extend({
  replicate: count.nullable().describe("Which of several runs of the same thing it is, from 1"),
  isDemo: z.boolean(),
  ranAt: z.string().nullable(),
  apart: z
    .enum(unrankedReasons)
    .nullable()
    .describe(
      "Why the run is in no ranking and no test: the cases were chosen by its answers (selecting), it is the same model as that run (sibling), or it had a part in choosing the benchmark’s cases (filter)",
    ),
  isRanked: z.boolean().describe("Ranked among the others, with unanswered cases counted as wrong"),
  isTested: z
    .boolean()
    .describe(
      "Tested against people: every ranked run, and the plan’s comparator, whatever became known about it since",
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
      sides: z
        .object({ people: side, model: side })
        .nullable()
        .describe(
          "Both over these answers, each case weighing as many as people gave it: the one − the other is the value",
        ),
      interval: interval.nullable(),
      p: share.describe("The error rate at which the interval would just include 0"),
      holm: share,
      equivalence: equivalence.nullable(),
      reason,
    })
    .describe("The average person − the model, on cases that both answered"),
  consensusLessModel: z
    .object({
      cases: count,
      ties: count,
      onlyPeople: count,
      onlyModel: count,
      value: figure,
      interval: interval.nullable(),
      p: share.describe("Exact McNemar test"),
      midP: share,
      holm: share,
    })
    .describe("The consensus − the model, on cases that both answered and without a tie"),
});

const part = z.object({
  name: z.string(),
  people,
  consensus: consensus.omit({ interval: true }),
  chance: share,
  model: beside,
});

const view = z.object({
  kind: z.enum(kindNames).nullable(),
  who: z.enum(populations),
  track: z.string().nullable(),
  stratum: z.enum(stratumChoices),
  excluded: withWithout,
  known: withWithout,
  reported: withWithout,
  cohort: z.string().nullable(),
});

const selector = named.omit({ runId: true }).extend({
  way: z
    .enum(["errors", ...filterWays])
    .describe(
      "errors: its errors are the selected cases; confidence: the benchmark, or one it was made of, was filtered by how sure it was; marked: it filtered the benchmark as an admin stated",
    ),
  threshold: figure.describe("Null if it isn’t known"),
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
  selectors: z
    .array(selector)
    .describe("Who chose the study’s cases; empty if no model is recorded as having done so"),
  stamp: z.string().describe("Changes whenever anything behind the figures changes"),
  view,
  isInterim: z.boolean().describe("People are still answering"),
  isSimulated: z.boolean().describe("These answers were made up by a program"),
  people: people.extend({
    naive: z
      .object({ low: figure, high: figure })
      .describe("As if all answers were independent; for contrast"),
    ofPersons: side.nullable().describe("The mean of persons’ shares, each person weighing the same"),
    passed: count
      .optional()
      .describe(
        "Cases that somebody said they couldn’t read, if the plan allows that; withMissing counts them with the unanswered",
      ),
  }),
  consensus,
  chance: share,
  beside: beside.describe("The model shown beside people in parts and variants"),
  comparator: z
    .object({
      runId: z.int(),
      outcome: z.enum(outcomes),
      isNoWorse: z.boolean().nullable().describe("By the plan’s margin; null without one"),
      couldFind: share.describe("A true difference that such studies detect four times in five"),
      weakness: z
        .enum(["only_candidate", "guesses"])
        .nullable()
        .describe(
          "only_candidate: there was no other to choose; guesses: its interval includes what guessing gives",
        ),
      disagreement: z
        .object({ people: z.array(lead), model: z.array(lead) })
        .nullable()
        .describe("Tracks in which people are ahead, and those in which the model is, if there are both"),
    })
    .nullable()
    .describe("What can be said about people and the model named by the plan; null if it names none"),
  models: z.array(
    model.extend({
      places: z
        .object({ best: z.int(), worst: z.int() })
        .nullable()
        .describe("Range of ranks, simultaneous over all models; unanswered cases count as wrong"),
    }),
  ),
  tracks: z.array(part),
  strata: z.array(part),
  benchmark: wholeBenchmark
    .nullable()
    .describe("Null if no run selected the cases, or if only one track is in view"),
  variants: z.array(
    z.object({ key: z.enum(variantKeys), turned: withWithout, differs: z.boolean(), people, model: beside }),
  ),
  resampled: z
    .object({
      b: count,
      seed: count,
      people: interval,
      peopleCasesOnly: interval.describe("For exactly these people: only cases are resampled"),
      modelGap: interval.nullable().describe("People − the model named by the plan, or else the best one"),
    })
    .describe("The same by resampling people and cases; for contrast"),
  mixedModel: z
    .object({
      accuracy: share.describe("Mean over people and cases like these"),
      low: share,
      high: share,
      typical: share.describe("Accuracy of an average person on an average case"),
      spread: z.object({ people: figure, cases: figure }).describe("Standard deviations in log-odds"),
      reason: z.enum(sensitivityReasons).nullable(),
    })
    .describe(
      "People’s accuracy by a logistic model with random effects for people and cases: a check on the main analysis",
    ),
  selfAgreement: selfAgreement.optional(),
  arms: armsResults.optional(),
  published: published.optional(),
  tables: z.record(z.string(), tableDocument),
  automatic: automaticDocument.optional(),
  ...ownResultSchemas,
  method: z.object({
    rules: count.describe("Version of the rules by which figures are computed"),
    level: z.number(),
    works: count
      .nullable()
      .describe(
        "Number of works, persons, scenarios or groups that cases were clustered by, if several share one",
      ),
    clusterUnit: z.enum(clusterUnits).describe("What these are"),
    everyLook: z
      .boolean()
      .describe(
        "Whether intervals of people and of differences from them hold at every look: while people are answering, and after a study that showed results meanwhile did not end as planned",
      ),
    bins: count,
    leastAnswers: count,
    leastPeople: count,
    leastCases: count,
  }),
});
export type ResultsDocument = z.output<typeof resultsDocument>;
