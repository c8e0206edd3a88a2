import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { Viewer } from "#lib/auth/viewer.ts";
import { takeTurn, type LockedJob } from "#lib/jobs/running/claim.ts";
import {
  closeJobConnection,
  holdJob,
  isAnyWorkerThere,
  openJobConnection,
  type JobConnection,
} from "#lib/jobs/connection.ts";
import { JobCancelled, type JobHandler } from "#lib/jobs/handler.ts";
import { cancelJob, requestJob } from "#lib/jobs/mutations.ts";
import { getJob } from "#lib/jobs/queries.ts";
import { recoverAbandoned } from "#lib/jobs/running/recover.ts";
import { runJob } from "#lib/jobs/running/run-job.ts";
import type { JobRequest, JobView } from "#lib/jobs/schema.ts";

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
