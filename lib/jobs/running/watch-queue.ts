import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { onBehalfOf } from "#lib/auth/operator.ts";
import {
  claimNext,
  isAnyWaiting,
  type LockedJob,
  type Lane,
  recoverAbandoned,
  closeJobConnection,
  openJobConnection,
  signOn,
  type JobConnection,
} from "#lib/jobs/running/claim.ts";
import { JobFailure, type JobControl, type JobHandlers } from "#lib/jobs/handler.ts";
import { runJob } from "#lib/jobs/running/run-job.ts";
import { log } from "#lib/log.ts";
import { own } from "#lib/monitoring/count.ts";

export type QueueOptions = {
  handlers: Partial<JobHandlers>;
  /** How often it looks. */
  everyMs?: number;
  /** How many jobs of different keys this process works on side by side, and how many long ones beside them. */
  atOnce?: number;
  longAtOnce?: number;
  /** Called each time it has looked: clears up after jobs, whichever process they ended in. */
  sweep?: () => Promise<unknown>;
};

// The supervisor ends a process 13 seconds after it asked it to stop.
const stopWithinMs = 10_000;

/** Looks for jobs that wait, and for jobs whose process died, until it is stopped. */
export function watchQueue(options: QueueOptions): { stop(): Promise<void> } {
  const { handlers, everyMs = 500, atOnce = 2, longAtOnce = 4, sweep } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const places: Record<Lane, number> = { short: atOnce, long: longAtOnce };
  let rouse = new AbortController();

  async function look(scout: JobConnection): Promise<void> {
    for (const { id, ...found } of await recoverAbandoned(scout, [...running.keys()])) {
      log.warn({ job: id, ...found }, "a job’s process was gone");
    }
    await fill(scout, "short");
    await fill(scout, "long");
  }

  async function fill(scout: JobConnection, lane: Lane): Promise<void> {
    while (places[lane] > 0 && !stopping.signal.aborted && (await isAnyWaiting(scout, lane))) {
      const held = await claimNext(lane);
      if (!held) return;
      const { id } = held.job;
      places[lane] -= 1;
      const work = workOn(held, handlers, stopping.signal).finally(() => {
        running.delete(id);
        places[lane] += 1;
        rouse.abort();
      });
      running.set(id, work);
    }
  }

  async function keepLooking(): Promise<void> {
    let scout: JobConnection | null = null;
    let failures = 0;
    while (!stopping.signal.aborted) {
      rouse = new AbortController();
      try {
        if (!scout) await signOn((scout = await openJobConnection()));
        await look(scout);
        await sweep?.();
        failures = 0;
      } catch (error) {
        if (failures++ === 0) log.error({ err: error }, "the job queue can't be read, trying again");
        await closeJobConnection(scout);
        scout = null;
      }
      await delay(everyMs, undefined, { signal: rouse.signal }).catch(() => undefined);
    }
    await closeJobConnection(scout);
  }

  const looking = keepLooking();
  return {
    async stop() {
      stopping.abort();
      rouse.abort();
      const stopped = looking.then(() => Promise.all(running.values()));
      await Promise.race([stopped, delay(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

async function workOn(held: LockedJob, handlers: Partial<JobHandlers>, stop: AbortSignal): Promise<void> {
  const { id, kind, payload, attempt, requestedBy } = held.job;
  const about = { job: id, kind, attempt };
  const work = (control: JobControl) => {
    const handler = Object.hasOwn(handlers, kind) ? handlers[kind as keyof JobHandlers] : undefined;
    if (!handler) throw new JobFailure(`No worker here can do "${kind}"`);
    return handler(onBehalfOf(requestedBy, kind), payload, control);
  };
  log.info(about, "job begins");
  try {
    const ended = await runJob(held, work, { stop });
    own.jobs.inc({ kind, outcome: ended.how });
    if (ended.how === "failed" && !(ended.reason instanceof JobFailure)) {
      log.error({ ...about, err: ended.reason }, "job failed");
    } else if (ended.how === "lost") {
      log.warn({ ...about, err: ended.reason }, "this process lost a job");
    } else log.info({ ...about, how: ended.how }, "job ended");
  } catch (error) {
    log.error({ ...about, err: error }, "a job's outcome could not be stored");
  } finally {
    await closeJobConnection(held.client);
  }
}
