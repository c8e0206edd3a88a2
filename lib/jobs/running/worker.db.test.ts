import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { env } from "#lib/env.ts";
import { openQueue } from "#lib/jobs/boss.ts";
import { queues } from "#lib/jobs/queues.ts";
import { tidy } from "#lib/jobs/running/tidy.ts";
import { startWorker } from "#lib/jobs/running/worker.ts";

// Tidying removes files that the database doesn't know: never those of the folder somebody works with.
env.dataDir = mkdtempSync(path.join(tmpdir(), "benchside-worker-"));
afterAll(() => rmSync(env.dataDir, { recursive: true, force: true }));

test("of two workers one handles a job, with the application's own rights", async () => {
  const tidyUp = vi.fn(tidy);
  const workers = await Promise.all([startWorker({ tidyUp }), startWorker({ tidyUp })]);
  const queue = await openQueue();
  try {
    const id = await queue.send("tidy", {});
    const isDone = async () => (await queue.findJobs("tidy", { id: id ?? "" }))[0]?.state;
    await expect.poll(isDone).toBe("completed");
  } finally {
    // Stopping waits for what is under way: a second handler would have been counted by then.
    await Promise.all([...workers.map((worker) => worker.stop()), queue.stop({ graceful: true })]);
  }
  expect(tidyUp).toHaveBeenCalledTimes(1);
});

test("every queue the workers know is there", async () => {
  const queue = await openQueue();
  const there = (await queue.getQueues()).map(({ name }) => name);
  await queue.stop({ graceful: true });
  expect(there).toEqual(expect.arrayContaining(queues.map(({ name }) => name)));
});
