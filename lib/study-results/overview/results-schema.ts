import { z } from "zod";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { intervalMethods, variantKeys } from "#lib/study-results/overview/types.ts";
import { stratumChoices, whos } from "#lib/study-results/schema.ts";
import { studyStates } from "#lib/studies/schema.ts";

// What one object of results holds, for programs: every figure unrounded, and a reason in place of each that isn't there.

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();
const figure = z.number().nullable();
const reason = z.enum([...undefinedReasons, "by_selection", "choices_only"]).nullable();
const withWithout = z.enum(["with", "without"]);

const interval = z.object({
  low: figure,
  high: figure,
  method: z.enum(intervalMethods),
  n: count.nullable().describe("What a Wilson interval is over"),
  discarded: count.describe("Resamples in which the figure does not exist"),
  reason,
});

const counts = z.object({ answers: count, people: count, cases: count });

const people = z.object({
  n: counts,
  right: count,
  accuracy: share,
  interval,
  isClaimable: z.boolean().describe("Whether there are enough answers and cases to claim anything"),
  reason,
});

const named = z.object({
  runId: z.int(),
  model: z.string(),
  method: z.string(),
  version: z.string(),
});
const best = named.extend({ answered: count, top1: share, interval: interval.nullable() }).nullable();

const consensus = z.object({
  cases: count,
  credit: z.number(),
  accuracy: share,
  ties: count,
  interval,
  reason,
});

const model = named.extend({
  isDemo: z.boolean(),
  ranAt: z.string().nullable(),
  isSelecting: z.boolean().describe("The cases were chosen by its answers, so that its figures say nothing"),
  isRanked: z.boolean().describe("Answered enough of the cases to be placed among the others"),
  answered: count,
  failed: count,
  missing: count,
  right: count.nullable(),
  top1: share,
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
  mcnemar: z.object({
    cases: count,
    ties: count,
    onlyPeople: count,
    onlyModel: count,
    p: share,
    holm: share,
    reason,
  }),
  gap: z.object({
    value: figure,
    answers: count,
    cases: count,
    interval: interval.nullable(),
    p: share,
    reason,
  }),
});

const part = z.object({
  name: z.string(),
  people,
  consensus: consensus.omit({ interval: true }),
  chance: share,
  best,
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
  schema: z.literal("benchside-results/1"),
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
    casesOnly: interval.describe("Of these very people"),
    naive: z
      .object({ low: figure, high: figure })
      .describe("As if all answers were independent: for contrast"),
    passed: count
      .optional()
      .describe("Answers that say the case couldn't be read, where the plan offers that: in no other figure"),
  }),
  consensus,
  chance: share,
  models: z.array(model),
  tracks: z.array(part),
  strata: z.array(part),
  variants: z.array(
    z.object({ key: z.enum(variantKeys), turned: withWithout, differs: z.boolean(), people, best }),
  ),
  method: z.object({
    b: count,
    seed: count,
    level: z.number(),
    bins: count,
    leastAnswers: count,
    leastCases: count,
    leastCoverage: z.number(),
  }),
});
export type ResultsDocument = z.output<typeof resultsDocument>;
