import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import {
  type LockedJob,
  releaseJobs,
  takeTurn,
  recoverAbandoned,
  closeJobConnection,
  holdJob,
  isAnyWorkerThere,
  openJobConnection,
  type JobConnection,
} from "#lib/jobs/running/claim.ts";
import {
  JobFailure,
  JobInterrupted,
  type Interruption,
  type JobControl,
  JobCancelled,
  type JobHandler,
} from "#lib/jobs/handler.ts";
import type { JobProgress, JobRequest, JobView } from "#lib/jobs/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { cancelJob, requestJob } from "#lib/jobs/mutations.ts";
import { getJob } from "#lib/jobs/queries.ts";

type StoredProgress = JobProgress & { isCancelled: boolean; heartbeatAt: string };

// Written on the connection that holds the lock, and for this attempt only: whoever lost the job changes nothing.
const mine = "id = $1 AND attempts = $2 AND state = 'running'";

/** Null where the job is no longer this process's own. */
export async function writeProgress(
  { client, job }: LockedJob,
  progress: JobProgress,
): Promise<StoredProgress | null> {
  const whole = [progress.done, progress.total, progress.rows].map((n) => n && Math.floor(n));
  const { rows } = await client.query<{ isCancelled: boolean; heartbeatAt: Date }>(
    `UPDATE jobs SET done = $3, total = $4, rows = $5, heartbeat_at = now() WHERE ${mine}
     RETURNING cancel_requested_at IS NOT NULL AS "isCancelled", heartbeat_at AS "heartbeatAt"`,
    [job.id, job.attempt, ...whole],
  );
  const [row] = rows;
  if (!row) return null;
  return { ...progress, isCancelled: row.isCancelled, heartbeatAt: row.heartbeatAt.toISOString() };
}

type End = { state: "done"; result: unknown } | { state: "failed"; error: string } | { state: "cancelled" };

export async function endJob({ client, job }: LockedJob, end: End): Promise<void> {
  await client.query(
    `UPDATE jobs SET state = $3::job_state, result = $4::jsonb, error = $5, finished_at = now() WHERE ${mine}`,
    [
      job.id,
      job.attempt,
      end.state,
      end.state === "done" ? toJson(end.result) : null,
      end.state === "failed" ? storable(end.error) : null,
    ],
  );
  await releaseJobs(client);
}

/** Back to where it was before, as if it hadn't been taken; unless somebody wanted its end meanwhile. */
export async function requeueJob({ client, job }: LockedJob): Promise<"requeued" | "cancelled"> {
  const { rows } = await client.query<{ state: string }>(
    `UPDATE jobs SET done = 0, total = NULL, rows = 0, heartbeat_at = NULL, started_at = NULL, attempts = attempts - 1,
       state = CASE WHEN cancel_requested_at IS NULL THEN 'queued' ELSE 'cancelled' END::job_state,
       finished_at = CASE WHEN cancel_requested_at IS NULL THEN NULL ELSE now() END
     WHERE ${mine} RETURNING state`,
    [job.id, job.attempt],
  );
  await releaseJobs(client);
  return rows[0]?.state === "cancelled" ? "cancelled" : "requeued";
}

// PostgreSQL's text holds neither U+0000 nor half a surrogate pair, and users' files hold both.
const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, "\ufffd");

function toJson(value: unknown): string {
  const convert = (_key: string, part: unknown) =>
    typeof part === "string" ? storable(part) : typeof part === "bigint" ? Number(part) : part;
  return JSON.stringify(value ?? null, convert);
}

const pulseMs = 250;

type JobEnd<T> =
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

export type Attention = {
  /** Called while it waits and while it runs, four times a second. */
  onProgress?: (job: JobView) => void;
  /** Aborting cancels the job. */
  signal?: AbortSignal;
  everyMs?: number;
};

type Admin = Viewer<"admin">;

/**
 * Runs a job in this process, in line with those that workers run. Returns what the handler returns and throws
 * what it throws, or JobCancelled.
 */
export async function runAttendedJob<T>(
  viewer: Admin,
  request: JobRequest,
  handler: JobHandler<T>,
  { onProgress, signal, everyMs = 250 }: Attention = {},
): Promise<T> {
  const client = await openJobConnection();
  const cancelled = new AbortController();
  let stopListening = () => {};
  try {
    const id = await requestJob(viewer, request, async (id) => void (await holdJob(client, id)));
    const cancel = () =>
      // Written first, so that the record says who ended it; without a database it ends all the same.
      cancelJob(viewer, id)
        .catch(() => undefined)
        .finally(() => cancelled.abort());
    signal?.addEventListener("abort", cancel, { once: true });
    stopListening = () => signal?.removeEventListener("abort", cancel);
    // Its turn could come while that is being written.
    if (signal?.aborted) await cancel();
    const { held, view } = await waitForTurn(viewer, client, id, { onProgress, everyMs }, cancelled.signal);
    const ended = await runJob(held, (control) => handler(viewer, request.payload, control), {
      cancel: cancelled.signal,
      onPulse: ({ isCancelled, ...written }) =>
        onProgress?.({ ...view, ...written, isCancelling: isCancelled }),
    });
    if (ended.how === "done") return ended.value;
    throw "reason" in ended ? ended.reason : new JobCancelled("cancelled");
  } finally {
    stopListening();
    await closeJobConnection(client);
  }
}

async function waitForTurn(
  viewer: Admin,
  client: JobConnection,
  id: string,
  { onProgress, everyMs }: Attention,
  cancelled: AbortSignal,
): Promise<{ held: LockedJob; view: JobView }> {
  for (;;) {
    await recoverAbandoned(client, [id]);
    const held = await takeTurn(client, id, await isAnyWorkerThere(client));
    const view = await getJob(viewer, id);
    if (!view || view.state === "cancelled") throw new JobCancelled("cancelled while it waited");
    if (held) return { held, view };
    onProgress?.(view);
    await delay(everyMs, undefined, { signal: cancelled }).catch(() => undefined);
  }
}
