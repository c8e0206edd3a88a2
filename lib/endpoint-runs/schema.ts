import { z } from "zod";
import { isTicked } from "#lib/auth/schema.ts";
import {
  maxAnalyses,
  settingDefaults,
  settingLimits,
  shotCounts,
  trialDefaults,
  trialLimits,
} from "#lib/endpoint-runs/setting-limits.ts";
import { maxArms } from "#lib/studies/arms/schema.ts";
import { callFailures, reasoningEfforts, type CallFault, type FaultCause } from "#lib/model-calls/schema.ts";
import { methodName, modelName, versionName } from "#lib/model-runs/schema.ts";
import { combinings } from "#lib/model-answers/combine-samples.ts";
import { answerFailures } from "#lib/model-answers/read-answer.ts";
import { caseKinds } from "#lib/task-kinds/case-kinds.ts";

const number = ([least, most]: readonly [number, number]) =>
  z.coerce.number("not_a_number").min(least, "too_small").max(most, "too_large");
const whole = (limits: readonly [number, number]) => number(limits).int("not_whole");
/** Left empty: none. */
const orNone = <T extends z.ZodType>(type: T) =>
  z.preprocess((given) => (given === "" ? null : given), type.nullable());
const money = z.coerce.number("not_a_number").positive("too_small").max(1e9, "too_large");

const { temperature, tries, timeoutSeconds, atOnce, samples, orders, shotsSeed, failuresInARow } =
  settingDefaults;
const limits = settingLimits;

/** As they are kept, and as a form brings them. */
export const runSettings = z.object({
  /** Empty: none is sent, for models that refuse one. */
  temperature: orNone(number(limits.temperature)).default(temperature),
  tries: whole(limits.tries).default(tries),
  timeoutSeconds: whole(limits.timeoutSeconds).default(timeoutSeconds),
  atOnce: whole(limits.atOnce).default(atOnce),
  maxTokens: orNone(whole(limits.maxTokens)).default(null),
  seed: orNone(whole(limits.seed)).default(null),
  reasoningEffort: orNone(z.enum(reasoningEfforts)).default(null),
  isStreamed: z.union([z.boolean(), isTicked]).default(false),
  samples: whole(limits.samples).default(samples),
  combining: z.enum(combinings).default("majority"),
  /** In how many orders of its options each case is asked about: the first is the file's. */
  orders: whole(limits.orders).default(orders),
  /** All questions of a group in one call. */
  isGrouped: z.union([z.boolean(), isTicked]).default(false),
  /** Cases of the same track that are shown with their answers first. */
  shots: z.coerce.number("not_a_number").pipe(z.literal(shotCounts, "unknown")).default(0),
  shotsSeed: whole(limits.shotsSeed).default(shotsSeed),
  /** Others for each case, or the same for all of a track. */
  areShotsPerCase: z.union([z.boolean(), isTicked]).default(false),
  /** The benchmark they come from; empty: the one that is asked about. */
  shotsFrom: z
    .string()
    .nullable()
    .default(null)
    .transform((slug) => slug || null),
  /** A run whose right answers are shown whole; empty: the right option alone is. */
  shotsRunId: orNone(whole([1, 2 ** 31 - 1])).default(null),
  /** An analysis that somebody wrote is shown before the right option. */
  areShotsAnalysed: z.boolean().default(false),
  budgetMoney: orNone(money).default(null),
  budgetTokens: orNone(whole(limits.budgetTokens)).default(null),
  failuresInARow: whole(limits.failuresInARow).default(failuresInARow),
  /** Which of several runs of the same thing it is; empty: there is only one. */
  replicate: orNone(whole(limits.replicate)).default(null),
});
export type RunSettings = z.output<typeof runSettings>;

/** Why a try brought no answer: the call failed, its text holds none, or the process that made it was gone. */
export const tryFailures = [
  ...callFailures,
  ...answerFailures.filter((one) => one !== "empty"),
  "interrupted",
] as const;
export type TryFailure = (typeof tryFailures)[number];

/** Why a run stands still; it goes on when somebody resumes it. */
export const stopReasons = ["money", "tokens", "failures", "refused", "endpoint", "error"] as const;
export type StopReason = (typeof stopReasons)[number];
/** What stopped it in particular: a call that nothing can mend, or an endpoint that isn't to be had. */
export type StopFault = Omit<CallFault, "cause"> & {
  cause: FaultCause | "retired" | "key_unreadable" | null;
};
export type RunPurpose = "run" | "trial";
export type RunState = "running" | "paused" | "stopped" | "finished" | "cancelled";
/** What may still go on. */
export const unendedStates: RunState[] = ["running", "paused", "stopped"];

/** Of the jobs that work on a run, one after another. */
export const jobKeyOf = (id: string) => `endpoint run ${id}`;

/** What is asked about: all of a benchmark, some of its tracks, or what people were served in a study. */
const scope = {
  /** Who chooses tracks and names none hasn't chosen yet. */
  over: z.enum(["all", "tracks", "study"]).optional(),
  benchmark: z.string(),
  study: z
    .string()
    .default("")
    .transform((slug) => slug || null),
  /** Of a study whose arms are told something else: as which of them it asks; empty: as none. */
  arm: orNone(whole([1, maxArms])).default(null),
  /** Names, one a line; none: all of them. */
  tracks: z
    .string()
    .default("")
    .transform((text) => text.split("\n").flatMap((line) => line.trim() || [])),
};

/** What is shown as the answer of a case: the right option, after an analysis, or what the run of this id said. */
const shotsAnswer = z.union([z.literal(["", "written"]), whole([1, 2 ** 31 - 1])]).default("");
/** Lines of JSON. */
const analyses = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= maxAnalyses, "analyses_long")
  .default("");

/** As a form brings it, all in one row. */
export const runRequest = runSettings
  .omit({ areShotsAnalysed: true })
  .extend({
    ...scope,
    shotsAnswer,
    analyses,
    endpointId: whole([1, 2 ** 31 - 1]),
    /** The version of a template that cases are asked by; empty: each by its own prompt. */
    templateVersionId: orNone(whole([1, 2 ** 31 - 1])).default(null),
    /** How many cases a trial of a prompt is over; not there: it is a run. */
    trialCases: whole(trialLimits.trialCases).optional(),
    trialSeed: whole(trialLimits.trialSeed).default(trialDefaults.trialSeed),
    model: modelName,
    method: methodName,
    version: versionName,
  })
  .superRefine(({ over, tracks, shots, shotsAnswer: answer, analyses: written }, check) => {
    if (over === "tracks" && tracks.length === 0)
      check.addIssue({ code: "custom", path: ["over"], message: "no_tracks" });
    if (shots > 0 && answer === "written" && written.trim() === "")
      check.addIssue({ code: "custom", path: ["analyses"], message: "no_analyses" });
  })
  .transform(
    ({
      over: _over,
      benchmark,
      study,
      arm,
      tracks,
      endpointId,
      templateVersionId,
      trialCases,
      trialSeed,
      model,
      method,
      version,
      shotsAnswer: answer,
      analyses: written,
      shotsRunId,
      ...settings
    }) => {
      const areShotsAnalysed = settings.shots > 0 && answer === "written";
      return {
        benchmark,
        study,
        arm,
        tracks,
        endpointId,
        templateVersionId,
        model,
        method,
        version,
        trial: trialCases === undefined ? null : { cases: trialCases, seed: trialSeed },
        analyses: areShotsAnalysed ? written : "",
        settings: {
          ...settings,
          areShotsAnalysed,
          shotsRunId: answer === "" ? shotsRunId : answer === "written" ? null : answer,
        },
      };
    },
  );
export type RunRequest = z.output<typeof runRequest>;

/** What somebody is told before a run, and says yes to. */
export const runPlan = z.object({
  cases: z.number(),
  /** Cases that can't be asked about. */
  leftOut: z.number(),
  /** The same by kind; those left out have no prompt of their own, one whose candidates can't be put in another order, or are of a kind that no model is asked about. */
  kinds: z.array(
    z.object({
      kind: z.enum(caseKinds),
      cases: z.number(),
      leftOut: z.number(),
      lacks: z.enum(["prompt", "content", "order", "question"]),
    }),
  ),
  /** Which version of which template asks; null where each case is asked by its own prompt. */
  template: z.object({ id: z.number(), name: z.string(), number: z.number(), sha256: z.string() }).nullable(),
  /**
   * Where cases are shown with an analysis: how many of those that may be shown have one, how many have none, and how
   * many analyses are of cases that may not be. Null where another answer is shown.
   */
  analyses: z
    .object({ usable: z.number(), without: z.number(), unused: z.number() })
    .nullable()
    .default(null),
  /** As which arm of the study it asks; null as none. */
  arm: z.object({ number: z.number(), name: z.string() }).nullable().default(null),
  /** By which seed the cases of a trial were drawn, and from how many that no study has; null of a run. */
  trial: z.object({ seed: z.number(), of: z.number() }).nullable(),
  calls: z.number(),
  /** Where all questions of a group are asked in one call: how many the largest has. Else null. */
  mostInCall: z.number().nullable().default(null),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null where the endpoint names no price. */
  money: z.number().nullable(),
  currency: z.string(),
  host: z.string(),
});
export type RunPlan = z.output<typeof runPlan>;

/** What stood on the screen of whoever begins a run, as JSON. */
export const confirmedPlan = z
  .string()
  .max(2000)
  .transform((text, check) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      check.addIssue({ code: "custom", message: "not_json" });
      return z.NEVER;
    }
  })
  .pipe(runPlan);

/** In place of the budget that a run stopped at; what isn't named stays. */
export const newBudget = z.object({
  budgetMoney: orNone(money).optional(),
  budgetTokens: orNone(whole(limits.budgetTokens)).optional(),
});
export type NewBudget = z.output<typeof newBudget>;

export const runModelPayload = z.object({ endpointRunId: z.uuid() });
export const runInput = z.object({ id: z.uuid() });

/** What an answer is reckoned with where no limit is set: a distribution over five names, fenced. */
export const answerTokens = 200;
/** The same of a line such as “Q12: B”. */
export const lineTokens = 6;
