import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { JobControl, JobHandler, JobHandlers } from "#lib/jobs/handler.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import type { JobRequest } from "#lib/jobs/schema.ts";
import { watchQueue, type QueueOptions } from "#lib/jobs/running/watch-queue.ts";
import { makeAdmin } from "#lib/testing/people.ts";

export type Call = {
  viewer: Viewer<"admin">;
  payload: { name?: string };
  control: JobControl;
  succeed: (value?: unknown) => void;
  fail: (reason: unknown) => void;
};

/** A handler whose every call is ended by the test, or by its signal. */
export function prepareHandler({ heedsSignal = true } = {}) {
  const calls: Call[] = [];
  const handle: JobHandler = (viewer, payload, control) =>
    new Promise((succeed, fail) => {
      calls.push({ viewer, payload: payload as Call["payload"], control, succeed, fail });
      const { signal } = control;
      if (heedsSignal) signal.addEventListener("abort", () => fail(signal.reason));
    });
  return {
    calls,
    handle,
    handlers: {
      import_cases: handle,
      import_results: handle,
      import_vectors: handle,
      simulate_people: handle,
      make_examples: handle,
      run_model: handle,
      store_filter: handle,
    } satisfies JobHandlers,
    async call(n: number): Promise<Call> {
      await expect.poll(() => calls.length).toBeGreaterThanOrEqual(n);
      return calls[n - 1] as Call;
    },
    names: () => calls.map(({ payload }) => payload.name),
  };
}

export const newKey = () => `key:${randomUUID()}`;

/** Workers that look often and are gone after the test, with every job. */
export function prepareQueue() {
  const workers: { stop(): Promise<void> }[] = [];
  let admin: Viewer<"admin">;
  beforeEach(async () => {
    admin = await makeAdmin();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await db.job.deleteMany({});
  });
  return {
    admin: () => admin,
    work(handlers: QueueOptions["handlers"], options: { atOnce?: number } = {}) {
      const worker = watchQueue({ handlers, everyMs: 20, ...options });
      workers.push(worker);
      return worker;
    },
    ask(name: string, given: Partial<JobRequest> = {}): Promise<string> {
      return requestJob(admin, { ...request(name), ...given });
    },
  };
}

export const request = (name: string): JobRequest => ({
  kind: "import_cases",
  payload: { name },
  benchmarkId: null,
  exclusiveKey: null,
});

export const readJob = (id: string) => db.job.findUniqueOrThrow({ where: { id } });
export const stateOf = async (id: string) => (await readJob(id)).state;
export const expectState = (id: string, state: string) => expect.poll(() => stateOf(id)).toBe(state);

/** Ends every connection that holds jobs in this test's database, as a lost network would. */
export async function cutJobConnections(admin: { query(sql: string, values: unknown[]): Promise<unknown> }) {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'benchside job'",
    [database],
  );
}
