import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { LockedJob } from "#lib/jobs/running/claim.ts";
import { endJob, requeueJob, writeProgress, type StoredProgress } from "#lib/jobs/running/progress.ts";
import { JobFailure, JobInterrupted, type Interruption, type JobControl } from "#lib/jobs/handler.ts";
import type { JobProgress } from "#lib/jobs/schema.ts";

const pulseMs = 250;

export type JobEnd<T> =
  | { how: "done"; value: T }
  | { how: "failed"; reason: unknown }
  | { how: "cancelled" | "requeued" }
  /** The lock is gone, and with it the right to say how it ended: another process finds the job and decides. */
  | { how: "lost"; reason: unknown };

type Options = {
  /** The process has to stop: the job goes back into the queue. */
  stop?: AbortSignal;
  cancel?: AbortSignal;
  onPulse?: (written: StoredProgress) => void;
};

/** Runs a job that is held, writes how far it is, and how it ended. The work itself is all or nothing. */
export async function runJob<T>(
  held: LockedJob,
  work: (control: JobControl) => Promise<T>,
  { stop, cancel, onPulse }: Options = {},
): Promise<JobEnd<T>> {
  const interruption = new AbortController();
  const interrupt = (why: Interruption) => {
    if (!interruption.signal.aborted) interruption.abort(new JobInterrupted(why));
  };
  const forget = new AbortController();
  const on = (signal: AbortSignal | undefined, why: Interruption) => {
    if (signal?.aborted) interrupt(why);
    signal?.addEventListener("abort", () => interrupt(why), { signal: forget.signal });
  };
  on(stop, "stopped");
  on(cancel, "cancelled");
  const onLost = () => interrupt("lost");

  let latest: JobProgress = { done: 0, total: null, rows: 0 };
  async function pulse(): Promise<void> {
    const written = await writeProgress(held, latest);
    if (!written) return interrupt("lost");
    if (written.isCancelled) interrupt("cancelled");
    onPulse?.(written);
  }
  async function keepPulsing(): Promise<void> {
    while (!forget.signal.aborted) {
      await pulse();
      await delay(pulseMs, undefined, { signal: forget.signal }).catch(() => undefined);
    }
  }

  const control: JobControl = {
    signal: interruption.signal,
    progress: (now) => void (latest = now),
    async confirm() {
      await pulse().catch(onLost);
      interruption.signal.throwIfAborted();
    },
  };
  const pulses = keepPulsing().catch(onLost);
  const outcome = await attempt(interruption.signal, () => work(control));
  forget.abort();
  await pulses;
  // The last word on how far it came.
  await pulse().catch(onLost);
  const why = interruption.signal.aborted ? (interruption.signal.reason as JobInterrupted).why : null;
  return conclude(held, outcome, why);
}

type Outcome<T> = { value: T } | { reason: unknown };

async function attempt<T>(signal: AbortSignal, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    signal.throwIfAborted();
    return { value: await work() };
  } catch (reason) {
    return { reason };
  }
}

/** What returned has happened, whatever was asked of it meanwhile. */
async function conclude<T>(
  held: LockedJob,
  outcome: Outcome<T>,
  why: Interruption | null,
): Promise<JobEnd<T>> {
  if ("value" in outcome) {
    await endJob(held, { state: "done", result: outcome.value });
    return { how: "done", value: outcome.value };
  }
  const { reason } = outcome;
  if (why === "lost") return { how: "lost", reason };
  if (why === "stopped") return { how: await requeueJob(held) };
  if (why === "cancelled") {
    await endJob(held, { state: "cancelled" });
    return { how: "cancelled" };
  }
  await endJob(held, { state: "failed", error: sentenceFor(held.job.id, reason) });
  return { how: "failed", reason };
}

const sentenceFor = (id: string, reason: unknown) =>
  reason instanceof JobFailure ? reason.message : `Something went wrong. See the log for job ${id}.`;
