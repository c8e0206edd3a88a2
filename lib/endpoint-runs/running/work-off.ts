import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { askAll, type AskedAll } from "#lib/endpoint-runs/running/ask-all.ts";
import { closeInterrupted } from "#lib/endpoint-runs/running/ledger.ts";
import { openRun, readRunState, type OpenRun } from "#lib/endpoint-runs/running/open-run.ts";
import { storeRun } from "#lib/endpoint-runs/running/store-run.ts";
import { listWork } from "#lib/endpoint-runs/running/work-list.ts";
import type { StopFault, StopReason } from "#lib/endpoint-runs/schema.ts";
import { callsPerCase } from "#lib/endpoint-runs/setting-limits.ts";
import { finishTrial } from "#lib/endpoint-runs/trials/mutations.ts";
import { Spending } from "#lib/endpoint-runs/spending.ts";
import { markFake } from "#lib/endpoints/reach.ts";
import { JobFailure, type JobControl } from "#lib/jobs/handler.ts";
import type { CallOutcome, CallReply, CallRequest, Reach } from "#lib/model-calls/schema.ts";

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

async function ask(run: OpenRun, control: JobControl, caller: Caller): Promise<AskedAll> {
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
