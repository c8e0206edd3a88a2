import type { EndpointRunView } from "#lib/endpoint-runs/queries.ts";
import type { RunPlan, RunState, TryFailure } from "#lib/endpoint-runs/schema.ts";
import type { CallFault } from "#lib/model-calls/schema.ts";

/** What a run has done so far: sums over its ledger. */
export type RunSums = {
  /** Samples that have an answer, and those whose tries are used up. */
  answered: number;
  failed: number;
  tries: number;
  underWay: number;
  money: number;
  /** Tries that came back without a price, so that the money is less than was spent. */
  unpriced: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** Of the newest tries, those that brought an answer. */
  medianMs: number | null;
  /** Tries that ended in the last minute, or the newest of them where there are many, and in how many seconds they did. */
  recent: number;
  recentSeconds: number | null;
  /** Cases none of whose samples has an answer, or will have one. Which of a call's cases its answer leaves out is told once the run is stored. */
  unansweredCases: number;
  /** By kind, with the fault of the newest. */
  failures: readonly ({ failure: TryFailure; count: number } & CallFault)[];
};

/** A run with what its ledger says: what the page that follows it is told each second. */
export type LiveRun = EndpointRunView & { sums: RunSums };

/** In a list beside others. */
export type ListedRun = Pick<
  EndpointRunView,
  "id" | "model" | "method" | "version" | "template" | "state" | "createdAt" | "endpoint"
>;

/** A case that is shown before others, with what somebody wrote of it. */
export type ExampleCase = {
  versionId: number;
  benchmark: string;
  track: string;
  key: string;
  times: number;
  analysis: string | null;
  /** How many there are in all. */
  count: number;
};

/** By what cases are asked: prompts or a template, and of kinds that have neither, what people are shown. */
export function askedIn({ kinds, template }: Pick<RunPlan, "kinds" | "template">) {
  const lacking = new Set(kinds.filter(({ cases }) => cases > 0).map(({ lacks }) => lacks));
  const prompt = template === null ? "prompt" : "template";
  if (!lacking.has("question")) return prompt;
  return lacking.size > 1 ? (`${prompt}_shown` as const) : "shown";
}

export const isOver = ({ state }: { state: RunState }): boolean =>
  state === "finished" || state === "cancelled";

/** Whether something may happen by itself: a pause lets come in what was sent. */
export const isMoving = ({ state, job }: Pick<LiveRun, "state" | "job">): boolean =>
  state === "running" || job === "working";

/** What nothing more is asked for: it has its answer, or its tries are used up. */
export const countDone = ({ answered, failed }: Pick<RunSums, "answered" | "failed">): number =>
  answered + failed;

/** As many as say how fast it goes and how long a call takes. */
export const newestTries = 500;

/** Tries that end in a minute, by the newest; null while it hasn't seen enough. */
export function ratePerMinute({
  recent,
  recentSeconds,
}: Pick<RunSums, "recent" | "recentSeconds">): number | null {
  const isEnough = recent >= newestTries || (recent > 0 && (recentSeconds ?? 0) >= 1);
  return isEnough && recentSeconds ? (60 * recent) / recentSeconds : null;
}

/** Null where nothing says how long: nothing ends, or nothing is done yet. */
export function secondsLeft({ state, plan, sums }: Pick<LiveRun, "state" | "plan" | "sums">): number | null {
  const rate = ratePerMinute(sums);
  const done = countDone(sums);
  if (state !== "running" || rate === null || done === 0) return null;
  // What fails is tried again, so that an answer takes more than one of them.
  return (60 * Math.max(plan.calls - done, 0) * (sums.tries / done)) / rate;
}

/** Above that nothing is said of a model any more, as for CoSER-8B in section 5.1 of PersonaEval's paper. */
export const maxUnanswered = 0.1;

/** Of a run, and of all its cases: while it goes on, what failed so far is enough once no answer can mend it. */
export const isUnusable = ({ purpose, plan, sums }: Pick<LiveRun, "purpose" | "plan" | "sums">): boolean =>
  purpose === "run" && plan.cases > 0 && sums.unansweredCases > maxUnanswered * plan.cases;

export type RunStatus =
  | "waiting"
  | "running"
  | "storing"
  | "lost"
  | "pausing"
  | "paused"
  | "stopped"
  | "finished"
  | "cancelled";

/** What a run is said to be doing, by its state, its job, and what is still under way. */
export function stateOf({
  state,
  job,
  plan,
  sums,
}: Pick<LiveRun, "state" | "job" | "plan" | "sums">): RunStatus {
  if (state === "paused") return job === "working" ? "pausing" : "paused";
  if (state !== "running") return state;
  if (job !== "working") return job === "gone" ? "lost" : "waiting";
  return countDone(sums) >= plan.calls ? "storing" : "running";
}
