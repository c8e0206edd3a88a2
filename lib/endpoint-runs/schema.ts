import { z } from "zod";
import { isTicked } from "#lib/auth/schema.ts";
import { callFailures, reasoningEfforts } from "#lib/model-calls/schema.ts";
import { methodName, modelName, versionName } from "#lib/model-runs/schema.ts";
import { combinings } from "#lib/model-answers/combine-samples.ts";
import { answerFailures } from "#lib/model-answers/read-answer.ts";

const whole = (least: number, most: number) =>
  z.coerce.number("not_a_number").int("not_whole").min(least, "too_small").max(most, "too_large");
const orNone = <T extends z.ZodType>(type: T) =>
  z.union([z.literal("").transform(() => null), z.null(), type]).default(null);

/** The paper's numbers of shots. It says neither how they were chosen nor what they held. */
export const shotCounts = [0, 1, 3, 5] as const;

/** What the public code of PersonaEval sends, where nothing else is said. */
export const runSettings = z.object({
  /** Empty: none is sent, for models that refuse one. */
  temperature: orNone(z.coerce.number("not_a_number").min(0, "too_small").max(2, "too_large")).default(0),
  tries: whole(1, 20).default(5),
  timeoutSeconds: whole(1, 3600).default(600),
  atOnce: whole(1, 256).default(4),
  maxTokens: orNone(whole(1, 1_000_000)),
  seed: orNone(whole(0, 2 ** 31 - 1)),
  reasoningEffort: orNone(z.enum(reasoningEfforts)),
  isStreamed: z.union([z.boolean(), isTicked]).default(false),
  samples: whole(1, 100).default(1),
  combining: z.enum(combinings).default("majority"),
  /** Cases of the same track that are shown with their answers first. */
  shots: z.coerce.number("not_a_number").pipe(z.literal(shotCounts, "unknown")).default(0),
  shotsSeed: whole(0, 2 ** 31 - 1).default(2025),
  /** Others for each case, or the same for all of a track. */
  areShotsPerCase: z.union([z.boolean(), isTicked]).default(false),
  /** The benchmark they come from; empty: the one that is asked about. */
  shotsFrom: z
    .string()
    .nullable()
    .default(null)
    .transform((slug) => slug || null),
  /** A run whose right answers are shown whole; empty: the right option alone is. */
  shotsRunId: orNone(whole(1, 2 ** 31 - 1)),
  budgetMoney: orNone(z.coerce.number("not_a_number").positive("too_small")),
  budgetTokens: orNone(whole(1, 1e12)),
  failuresInARow: whole(1, 10_000).default(50),
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
export type RunState = "running" | "paused" | "stopped" | "finished" | "cancelled";

/** What is asked about: all of a benchmark, some of its tracks, or what people were served in a study. */
const scope = {
  benchmark: z.string(),
  study: z
    .string()
    .default("")
    .transform((slug) => slug || null),
  /** Names, one a line; none: all of them. */
  tracks: z
    .string()
    .default("")
    .transform((text) => text.split("\n").flatMap((line) => line.trim() || [])),
};

/** As a form brings it, all in one row. */
export const runRequest = runSettings
  .extend({
    ...scope,
    endpointId: whole(1, 2 ** 31 - 1),
    ...{ model: modelName, method: methodName, version: versionName },
  })
  .transform(({ benchmark, study, tracks, endpointId, model, method, version, ...settings }) => ({
    ...{ benchmark, study, tracks, endpointId, model, method, version },
    settings,
  }));
export type RunRequest = z.output<typeof runRequest>;

/** What somebody is told before a run, and says yes to. */
export type RunPlan = {
  cases: number;
  /** Cases that can't be asked about: they hold no prompt of their own. */
  leftOut: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Null where the endpoint names no price. */
  money: number | null;
  currency: string;
  host: string;
};
/** What an answer is reckoned with where no limit is set: a distribution over five names, fenced. */
export const answerTokens = 200;

export const runModelPayload = z.object({ endpointRunId: z.uuid() });
