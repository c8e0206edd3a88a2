import pg from "pg";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { runAttendedJob } from "#lib/jobs/running/attended.ts";
import { claimNext } from "#lib/jobs/running/claim.ts";
import { closeJobConnection } from "#lib/jobs/connection.ts";
import { endJob, requeueJob, writeProgress } from "#lib/jobs/running/progress.ts";
import { cancelJob } from "#lib/jobs/mutations.ts";
import { openLine } from "#lib/testing/database-line.ts";
import {
  cutJobConnections,
  expectState,
  newKey,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
} from "#lib/jobs/running/testing/queue.ts";

const queue = prepareQueue();
const admin = new pg.Client({ connectionString: inject("adminUrl") });
await admin.connect();
afterAll(() => admin.end());

/** A job as a process leaves it that was killed in the middle. */
const abandon = async (data: {
  exclusiveKey?: string;
  attempts?: number;
  isAttended?: boolean;
  cancelRequestedAt?: Date;
}) =>
  (
    await db.job.create({
      data: {
        kind: "import_cases",
        payload: {},
        state: "running",
        attempts: 1,
        startedAt: new Date(),
        done: 7,
        ...data,
      },
    })
  ).id;

test("a worker that loses its connection tells its work to stop, and it is done again", async () => {
  const { handlers, call } = prepareHandler();
  const id = await queue.ask("a");
  queue.work(handlers);
  const { control } = await call(1);
  await cutJobConnections(admin);
  await expect.poll(() => control.signal.aborted).toBe(true);
  (await call(2)).succeed("again");
  await expectState(id, "done");
  expect(await readJob(id)).toMatchObject({ attempts: 2, result: "again" });
});

test("a worker whose line swallows what is said finds out, and the work is done again", async () => {
  const direct = env.databaseUrl ?? "";
  const line = await openLine(direct);
  onTestFinished(() => {
    env.databaseUrl = direct;
    line.close();
  });
  env.databaseUrl = line.url;
  const { handlers, call } = prepareHandler();
  const id = await queue.ask("a");
  queue.work(handlers);
  const { control } = await call(1);
  line.lose();
  await expect.poll(() => control.signal.aborted).toBe(true);
  (await call(2)).succeed("again");
  await expectState(id, "done");
});

test("one that doesn't stop can't write into the job any more", async () => {
  const { handlers, call } = prepareHandler({ heedsSignal: false });
  const id = await queue.ask("a");
  queue.work(handlers);
  const first = await call(1);
  // The first has its hands full with what it should have stopped: it doesn't begin the same work beside it.
  queue.work(handlers);
  await cutJobConnections(admin);
  const second = await call(2);
  first.control.progress({ done: 99, total: 99, rows: 99 });
  first.succeed("of the past");
  second.control.progress({ done: 1, total: 2, rows: 1 });
  await expect.poll(async () => (await readJob(id)).done).toBe(1n);
  expect(await readJob(id)).toMatchObject({ state: "running", attempts: 2 });
  second.succeed("of now");
  await expectState(id, "done");
  expect(await readJob(id)).toMatchObject({ result: "of now" });
});

test("what was left behind is done again, from its beginning", async () => {
  const { handlers, call } = prepareHandler();
  const id = await abandon({ attempts: 2 });
  queue.work(handlers);
  const { succeed } = await call(1);
  expect(await readJob(id)).toMatchObject({ state: "running", attempts: 3, done: 0n });
  succeed();
  await expectState(id, "done");
});

test.each([
  ["for the third time", { attempts: 3 }, "failed", "The process that ran it ended 3 times"],
  ["with its command", { isAttended: true }, "failed", "The command that ran it was ended"],
  ["while it was being cancelled", { cancelRequestedAt: new Date() }, "cancelled", null],
])("what was left behind %s is over", async (_how, data, state, error) => {
  const { handlers, calls } = prepareHandler();
  const id = await abandon(data);
  queue.work(handlers);
  await expectState(id, state);
  const job = await readJob(id);
  expect(job).toMatchObject({ error, done: 7n });
  expect(job.finishedAt).not.toBeNull();
  expect(calls).toEqual([]);
});

test("a command doesn't wait for what a dead process left running", async () => {
  const { handle, call } = prepareHandler();
  const exclusiveKey = newKey();
  const id = await abandon({ exclusiveKey });
  const value = runAttendedJob(operator(), { ...request("a"), exclusiveKey }, handle);
  (await call(1)).succeed("its turn");
  expect(await value).toBe("its turn");
  expect(await readJob(id)).toMatchObject({ state: "queued", attempts: 1 });
});

test("a process whose job went on without it can't write into it", async () => {
  const id = await queue.ask("a");
  const held = (await claimNext("short")) ?? expect.unreachable();
  await db.job.update({ where: { id }, data: { attempts: 2 } });
  const next = await readJob(id);
  expect(await writeProgress(held, { done: 9, total: 9, rows: 9 })).toBeNull();
  await endJob(held, { state: "done", result: "of the past" });
  await requeueJob(held);
  expect(await readJob(id)).toEqual(next);
  await closeJobConnection(held.client);
});

test("a command that loses its connection while it runs says so, and its job is over", async () => {
  const { handle, call } = prepareHandler();
  const value = runAttendedJob(operator(), request("a"), handle);
  const lost = expect(value).rejects.toMatchObject({ name: "JobInterrupted", why: "lost" });
  const { control } = await call(1);
  const { id } = await db.job.findFirstOrThrow({ where: { isAttended: true } });
  await cutJobConnections(admin);
  await lost;
  expect(control.signal.aborted).toBe(true);
  queue.work({});
  await expectState(id, "failed");
  expect(await cancelJob(queue.admin(), id)).toEqual({ ok: false, error: "finished" });
});
