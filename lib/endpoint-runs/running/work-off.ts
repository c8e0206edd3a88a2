import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import {
  beginTry,
  closeInterrupted,
  endTry,
  storeReply,
  type TryKey,
} from "#lib/endpoint-runs/running/ledger.ts";
import { drawCall, failureOfCall, writeCall } from "#lib/endpoint-runs/running/question.ts";
import { openRun, type OpenRun, readRunState } from "#lib/endpoint-runs/running/open-run.ts";
import {
  listWork,
  type PromptedCase,
  PromptedCases,
  type WorkItem,
} from "#lib/endpoint-runs/running/work-list.ts";
import { storeRun } from "#lib/endpoint-runs/running/store-run.ts";
import { answerTokens, type RunState, type StopFault, type StopReason } from "#lib/endpoint-runs/schema.ts";
import { callsPerCase } from "#lib/endpoint-runs/setting-limits.ts";
import { markFake } from "#lib/endpoints/stored-endpoint.ts";
import { type JobControl, JobFailure } from "#lib/jobs/handler.ts";
import { Pace, waitBeforeNext } from "#lib/model-calls/pacing.ts";
import {
  type CallFault,
  type CallOutcome,
  type CallReply,
  type CallRequest,
  priceOf,
  type Reach,
} from "#lib/model-calls/schema.ts";

export type Caller = (reach: Reach, request: CallRequest, signal: AbortSignal) => Promise<CallOutcome>;

/** As screens word it, and as the job's own record has it. */
const unopened = {
  not_found: { cause: "retired", told: "The endpoint of the run was retired." },
  key_unreadable: {
    cause: "key_unreadable",
    told: "The endpoint’s key was sealed on another instance: enter it anew, then resume the run.",
  },
} as const;

/** Asks for what a run lacks, and stores it once it is whole. Of a trial nothing is stored beside its ledger. */
export async function workOff(viewer: Viewer<"admin">, id: string, control: JobControl, caller: Caller) {
  if ((await readRunState(id)) !== "running") return { how: "left" as const };
  // Before it is read what was spent: they were paid, too.
  const interrupted = await closeInterrupted(id);
  const opened = await openRun(id);
  if (!opened.ok) {
    const { cause, told } = unopened[opened.error];
    await stop(id, "endpoint", { cause, status: null, said: "" });
    throw new JobFailure(told);
  }
  const run = opened.value;
  try {
    const asked = await ask(run, control, caller);
    if (asked.how === "stopped") await stop(id, asked.reason, asked.because);
    if (asked.how !== "done") return { ...asked, interrupted };
    const isTrial = run.purpose === "trial";
    const runId = isTrial ? await finishTrial(viewer, run) : await storeRun(viewer, run, control);
    return { how: "done" as const, interrupted, runId };
  } catch (error) {
    if (!control.signal.aborted) await stop(id, "error", null);
    throw error;
  }
}

async function ask(run: OpenRun, control: JobControl, caller: Caller): Promise<RunEnd> {
  const { endpoint } = run;
  async function call(request: CallRequest, signal: AbortSignal) {
    const outcome = await caller(endpoint.reach, request, signal);
    await noteReply(run, outcome.reply);
    return outcome;
  }
  const asked = await askAll({
    run,
    control,
    call,
    work: await listWork(run.id, { samples: callsPerCase(run.settings), tries: run.settings.tries }),
    spending: new Spending(run.settings, run.spent),
    readState: () => readRunState(run.id),
  });
  if (asked.how === "left") await closeInterrupted(run.id);
  return asked;
}

/** What one reply says of all of them. */
async function noteReply({ id, endpoint, unheeded }: OpenRun, reply: CallReply): Promise<void> {
  if (reply.isFake && !endpoint.isFake) {
    endpoint.isFake = true;
    await markFake(endpoint.id);
  }
  const more = reply.unheeded.filter((setting) => !unheeded.has(setting));
  if (more.length === 0) return;
  for (const setting of more) unheeded.add(setting);
  await db.endpointRun.update({ where: { id }, data: { unheeded: [...unheeded] } });
}

const stop = (id: string, stopReason: StopReason, because: StopFault | null) =>
  db.endpointRun.updateMany({
    where: { id, state: "running" },
    data: {
      state: "stopped",
      stopReason,
      stopCause: because?.cause ?? null,
      stopStatus: because?.status ?? null,
      stopDetail: because?.said ?? null,
    },
  });

type RunContext = {
  run: OpenRun;
  work: readonly WorkItem[];
  spending: Spending;
  control: Pick<JobControl, "signal" | "progress">;
  call: (request: CallRequest, signal: AbortSignal) => Promise<CallOutcome>;
  /** What somebody has made of the run meanwhile. */
  readState: () => Promise<RunState | null>;
};

/** Why it ended: all was asked, somebody paused or cancelled it, or it stopped by itself. */
type RunEnd = { how: "done" | "left" } | { how: "stopped"; reason: StopReason; because: CallFault | null };

/** Asks for all that a run lacks, so many calls at once; each try is in the ledger before it is made. */
async function askAll(asking: RunContext): Promise<RunEnd> {
  const { run, work, control } = asking;
  const state = { ended: null as RunEnd | null, next: 0, done: 0, tries: 0 };
  const pace = new Pace(run.endpoint.limits);
  const cases = new PromptedCases(
    run,
    work.map(({ caseVersionId }) => caseVersionId),
  );
  const over = new AbortController();
  const breaking = new AbortController();
  const signal = AbortSignal.any([control.signal, breaking.signal]);
  const watched = watchState({
    readState: asking.readState,
    over: over.signal,
    breakOff: () => breaking.abort(),
  });
  const showProgress = () =>
    control.progress({
      done: run.answered + state.done,
      total: run.answered + work.length,
      rows: state.tries,
    });
  async function takeOneByOne(): Promise<void> {
    for (;;) {
      const at = state.next++;
      const item = work[at];
      if (!item || state.ended) return;
      const asked = await cases.get(at);
      for (let { made } = item; made - item.spared < run.settings.tries && !state.ended;) {
        const stop = asking.spending.stop;
        if (stop) return void (state.ended ??= { how: "stopped", reason: stop, because: null });
        made += 1;
        const tried = await makeTry({ ...asking, signal }, pace, { ...item, attempt: made }, asked);
        state.tries += 1;
        if (tried === "left") return void (state.ended ??= { how: "left" });
        if (tried === null) break;
        if (tried.hopeless)
          return void (state.ended ??= { how: "stopped", reason: "refused", because: tried.hopeless });
        if (made - item.spared < run.settings.tries) await delay(tried.waitMs, undefined, { signal });
      }
      state.done += 1;
      showProgress();
    }
  }
  showProgress();
  try {
    const atOnce = Math.min(run.settings.atOnce, run.endpoint.limits.callsAtOnce, Math.max(work.length, 1));
    await Promise.all(Array.from({ length: atOnce }, takeOneByOne));
  } catch (error) {
    if (!breaking.signal.aborted) throw error;
    state.ended = { how: "left" };
  } finally {
    over.abort();
    await watched;
  }
  return state.ended ?? { how: "done" };
}

/** With what trying again can't mend. */
type TryResult = { hopeless: CallFault | null; waitMs: number };

/** Null where it brought an answer; "left" where somebody has paused or cancelled the run. */
async function makeTry(
  { run, spending, signal, call }: RunContext & { signal: AbortSignal },
  pace: Pace,
  { caseVersionId, sample, attempt }: WorkItem & { attempt: number },
  asked: PromptedCase,
): Promise<TryResult | "left" | null> {
  const { settings, endpoint } = run;
  const { isGrouped } = settings;
  const order = drawCall(asked, settings, sample);
  const question = writeCall(asked, order, {
    isGrouped,
    template: run.template?.parts ?? null,
    told: run.told,
  });
  const request = requestOf(run, question, asked.shots, sample);
  const sent = roughTokens(request.messages.map(({ text }) => text).join(""));
  const expected = sent + (settings.maxTokens ?? answerTokens);
  await pace.wait(expected, signal);
  const key: TryKey = { endpointRunId: run.id, caseVersionId, sample, attempt };
  if (!(await beginTry({ ...key, order }))) return "left";
  const outcome = await call(request, signal);
  const { reply } = outcome;
  const money = priceOf(reply.tokens, endpoint.prices);
  await storeReply({ ...key, money, reply });
  const { input, output } = reply.tokens;
  const taken = (input ?? sent) + (output ?? roughTokens(reply.text));
  pace.correct(expected, taken);
  const failure = outcome.ok ? failureOfCall(outcome.reply.text, asked, order, isGrouped) : outcome.failure;
  await endTry({ ...key, failure, ...faultOf(outcome) });
  spending.add(money ?? 0, taken, failure !== null);
  if (failure === null) return null;
  if (outcome.ok) return { hopeless: null, waitMs: 0 };
  const waitMs = waitBeforeNext(attempt, outcome, Math.random);
  return { hopeless: outcome.isHopeless ? faultOf(outcome) : null, waitMs };
}

const faultOf = (outcome: CallOutcome): CallFault =>
  outcome.ok
    ? { cause: null, status: null, said: "" }
    : { cause: outcome.cause, status: outcome.status, said: outcome.said };

/**
 * What is asked of the case, a prompt of its own to the byte, as the last message of the user's; before it what is shown, each with its answer as if
 * the model had given it. A sample more is another draw by another seed; another order is the same draw.
 */
function requestOf(
  { model, settings }: OpenRun,
  question: string,
  shots: PromptedCase["shots"],
  sample: number,
): CallRequest {
  const { temperature, maxTokens, seed, orders, reasoningEffort, isStreamed, timeoutSeconds } = settings;
  return {
    model,
    messages: [
      ...shots.flatMap((shot) => [
        { role: "user" as const, text: shot.prompt },
        { role: "assistant" as const, text: shot.answer },
      ]),
      { role: "user", text: question },
    ],
    temperature,
    maxTokens,
    reasoningEffort,
    isStreamed,
    seed: seed === null || orders > 1 ? seed : seed + sample - 1,
    timeoutMs: timeoutSeconds * 1000,
  };
}

/** Where nobody counted: a quarter of the bytes, which is near enough to keep a limit by. */
const roughTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

/** A trial is over once all was asked. No model run comes of it: a check of the database holds that. */
async function finishTrial(
  viewer: Viewer<"admin">,
  { id, model, method }: Pick<OpenRun, "id" | "model" | "method">,
): Promise<null> {
  await db.$transaction(async (tx) => {
    const where = { id, state: { not: "cancelled" as const } };
    const { count } = await tx.endpointRun.updateMany({
      where,
      data: { state: "finished", endedAt: new Date() },
    });
    if (count === 0) return;
    await recordEvent(
      tx,
      viewer,
      "endpoint_run.trial_finished",
      { type: "endpoint_run", id },
      { model, method },
    );
  });
  return null;
}

type WatchOptions = {
  /** What somebody has made of the run meanwhile. */
  readState: () => Promise<RunState | null>;
  over: AbortSignal;
  breakOff: () => void;
  everyMs?: number;
};

/** Looks every second whether the run was cancelled. A pause lets come in what was sent, since it is paid; nobody waits for what was cancelled. */
export async function watchState({ readState, over, breakOff, everyMs = 1000 }: WatchOptions): Promise<void> {
  while (!over.aborted) {
    // A look that fails is made again: thrown from here, with nobody waiting yet, it would end the whole process.
    const found = await readState().catch(() => undefined);
    if (found === null || found === "cancelled") breakOff();
    await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
  }
}

type Budget = { budgetMoney: number | null; budgetTokens: number | null; failuresInARow: number };
type SpentBudget = { money: number; tokens: number };

/** What a run has spent, over all its processes; the failures in a row are those of this one. */
export class Spending {
  readonly #budget: Budget;
  #spent: SpentBudget;
  #failures = 0;

  constructor(budget: Budget, before: SpentBudget) {
    this.#budget = budget;
    this.#spent = before;
  }

  add(money: number, tokens: number, hasFailed: boolean): void {
    this.#spent = { money: this.#spent.money + money, tokens: this.#spent.tokens + tokens };
    this.#failures = hasFailed ? this.#failures + 1 : 0;
  }

  /** Why no further call may begin; null while it may. */
  get stop(): StopReason | null {
    const { budgetMoney, budgetTokens, failuresInARow } = this.#budget;
    if (budgetMoney !== null && this.#spent.money >= budgetMoney) return "money";
    if (budgetTokens !== null && this.#spent.tokens >= budgetTokens) return "tokens";
    return this.#failures >= failuresInARow ? "failures" : null;
  }
}
