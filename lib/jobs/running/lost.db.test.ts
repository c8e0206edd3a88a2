import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { closeJobConnection, claimNext } from "#lib/jobs/running/claim.ts";
import { cancelJob, requestJob } from "#lib/jobs/mutations.ts";
import { runAttendedJob, endJob, requeueJob, writeProgress } from "#lib/jobs/running/run-job.ts";
import {
  cutJobConnections,
  expectState,
  newKey,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
} from "#lib/jobs/running/testing/queue.ts";
import { startWorker } from "#lib/worker/worker.ts";
import { openLine } from "#lib/testing/database-line.ts";
import { thorough } from "#lib/testing/thorough.ts";

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

describe("processes that end", () => {
  const script = fileURLToPath(new URL("./testing/job-process.ts", import.meta.url));

  type Role = "worker that never ends" | "command";

  function begin(role: Role, key = ""): { child: ChildProcess; lines: Interface } {
    const child = spawn(process.execPath, ["--conditions=react-server", script, role, key], {
      env: { ...process.env, NODE_COMPILE_CACHE: inject("compiled") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, lines: createInterface({ input: child.stdout }) };
  }

  /** A process, once it says that it is there. */
  async function start(role: Role, key?: string): Promise<{ child: ChildProcess; said: string }> {
    const { child, lines } = begin(role, key);
    const [said] = (await once(lines, "line")) as [string];
    return { child, said };
  }

  /** The process of these tests is the one that lives on: its worker says, of each job, who did it. */
  async function startHere(): Promise<void> {
    const atOnce = async () => process.pid;
    const worker = await startWorker({
      handlers: { import_cases: atOnce, import_results: atOnce },
      everyMs: 50,
    });
    onTestFinished(() => worker.stop());
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
    const exit = once(child, "exit");
    child.kill(signal);
    return (await exit)[0];
  }

  const ask = () => requestJob(operator(), request("a"));
  const look = (id: string) => expect.poll(() => readJob(id), { interval: 20 });

  test("a job whose process was killed is taken by another at once", async () => {
    const id = await ask();
    const first = await start("worker that never ends");
    await look(id).toMatchObject({ state: "running", attempts: 1, rows: 1n });
    await startHere();
    expect(await readJob(id)).toMatchObject({ state: "running", attempts: 1 });
    await end(first.child, "SIGKILL");
    await look(id).toMatchObject({ state: "done", attempts: 2, result: process.pid });
  });

  thorough("a job that three processes ended with is given up", async () => {
    const id = await ask();
    for (const attempts of [1, 2, 3]) {
      const { child } = await start("worker that never ends");
      await look(id).toMatchObject({ state: "running", attempts });
      await end(child, "SIGKILL");
    }
    await startHere();
    const error = "The process that ran it ended 3 times";
    await look(id).toMatchObject({ state: "failed", attempts: 3, error, result: null });
  });

  thorough("a worker that is asked to stop puts its job back, and its attempt doesn't count", async () => {
    const id = await ask();
    const { child } = await start("worker that never ends");
    await look(id).toMatchObject({ state: "running" });
    expect(await end(child, "SIGTERM")).toBe(0);
    expect(await readJob(id)).toMatchObject({ state: "queued", attempts: 0, rows: 0n });
    await startHere();
    await look(id).toMatchObject({ state: "done", attempts: 1, result: process.pid });
  });

  thorough(
    "commands that were killed, at work and in line, leave jobs that say so and hold nobody up",
    async () => {
      const key = newKey();
      const atWork = await start("command", key);
      const inLine = await start("command", key);
      const idOf = ({ said }: { said: string }) => said.split(" ")[0] ?? "";
      expect([atWork.said, inLine.said]).toEqual([`${idOf(atWork)} running`, `${idOf(inLine)} queued`]);
      const behind = await requestJob(operator(), { ...request("behind"), exclusiveKey: key });
      await startHere();
      await end(inLine.child, "SIGKILL");
      const ended = { state: "failed", error: "The command that ran it was ended" };
      await look(idOf(inLine)).toMatchObject(ended);
      expect(await readJob(behind)).toMatchObject({ state: "queued" });
      await end(atWork.child, "SIGKILL");
      await look(idOf(atWork)).toMatchObject(ended);
      await look(behind).toMatchObject({ state: "done" });
    },
  );
});
