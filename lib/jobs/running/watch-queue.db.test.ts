import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  newKey,
  expectState,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
  stateOf,
} from "#lib/jobs/running/testing/queue.ts";
import { JobFailure, type JobHandlers } from "#lib/jobs/handler.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { operator } from "#lib/auth/operator.ts";

const queue = prepareQueue();

test("a job is done for the one who asked for it, and keeps what came out", async () => {
  const { handlers, call } = prepareHandler();
  const id = await queue.ask("a");
  expect(await readJob(id)).toMatchObject({ state: "queued", attempts: 0, startedAt: null });
  queue.work(handlers);
  const { viewer, payload, succeed } = await call(1);
  const { userId } = queue.admin();
  expect(payload).toEqual({ name: "a" });
  expect(viewer).toMatchObject({
    userId,
    role: "admin",
    actor: { id: userId, origin: "web", place: request("a").kind },
  });
  expect(await readJob(id)).toMatchObject({ state: "running", attempts: 1, finishedAt: null });
  succeed({ cases: 12n, odd: "a\0b\ud800c" });
  await expectState(id, "done");
  const job = await readJob(id);
  expect(job).toMatchObject({ result: { cases: 12, odd: "a\ufffdb\ufffdc" }, error: null });
  expect(job.finishedAt).not.toBeNull();
});

test("a job the command line put in line is done in its name", async () => {
  const { handlers, call } = prepareHandler();
  await requestJob(operator(), request("a"));
  queue.work(handlers);
  const { viewer, succeed } = await call(1);
  expect(viewer.actor).toEqual({ id: null, origin: "command_line", place: request("a").kind });
  succeed();
});

test("jobs of one key run one after the other, in their order, whichever worker takes them", async () => {
  const { handle, call, names } = prepareHandler();
  const exclusiveKey = newKey();
  for (const name of ["first", "second", "third"]) await queue.ask(name, { exclusiveKey });
  for (let i = 0; i < 3; i++) queue.work({ import_cases: handle, import_results: async () => null });
  for (let n = 1; n <= 3; n++) {
    const { succeed } = await call(n);
    // That others come through shows that the workers looked, and took no second one of the key.
    for (let i = 0; i < 3; i++)
      await expectState(await queue.ask("other", { kind: "import_results" }), "done");
    expect(names()).toHaveLength(n);
    succeed();
  }
  expect(names()).toEqual(["first", "second", "third"]);
});

test.each([
  ["one worker", 1],
  ["two workers", 2],
])("jobs of different keys run side by side with %s", async (_who, workers) => {
  const { handlers, call } = prepareHandler();
  const exclusiveKey = newKey();
  const a = await queue.ask("a", { exclusiveKey });
  const behind = await queue.ask("behind a", { exclusiveKey });
  const ids = [a, await queue.ask("b", { exclusiveKey: newKey() })];
  for (let i = 0; i < workers; i++) queue.work(handlers, { atOnce: 2 / workers });
  const [first, second] = [await call(1), await call(2)];
  expect(await Promise.all(ids.map(stateOf))).toEqual(["running", "running"]);
  expect(await stateOf(behind)).toBe("queued");
  first.succeed();
  second.succeed();
  (await call(3)).succeed();
  for (const id of [...ids, behind]) await expectState(id, "done");
});

test("a worker takes no more at once than it may", async () => {
  const { handlers, call, names } = prepareHandler();
  const ids = [await queue.ask("a"), await queue.ask("b"), await queue.ask("c")];
  queue.work(handlers, { atOnce: 2 });
  await call(2);
  expect(await Promise.all(ids.map(stateOf))).toEqual(["running", "running", "queued"]);
  (await call(1)).succeed();
  await call(3);
  expect(names()).toEqual(["a", "b", "c"]);
});

test("many workers and many jobs: each runs once, and no two of one key at the same time", async () => {
  const inside = new Map<string, number>();
  const runs: string[] = [];
  const handle: JobHandlers["import_cases"] = async (_viewer, payload) => {
    const { name, key } = payload as { name: string; key: string };
    inside.set(key, (inside.get(key) ?? 0) + 1);
    expect(inside.get(key)).toBe(1);
    await db.$queryRaw`SELECT 1 AS one`;
    runs.push(name);
    inside.set(key, 0);
  };
  const keys = [newKey(), newKey(), newKey()];
  const ids: string[] = [];
  for (let i = 0; i < 18; i++) {
    const key = keys[i % 3] ?? "";
    ids.push(await queue.ask(`job ${i}`, { exclusiveKey: key, payload: { name: `job ${i}`, key } }));
  }
  for (let i = 0; i < 4; i++) queue.work({ import_cases: handle }, { atOnce: 3 });
  for (const id of ids) await expectState(id, "done");
  expect(runs.sort()).toEqual(Array.from({ length: 18 }, (_, i) => `job ${i}`).sort());
  expect(await db.job.count({ where: { attempts: { not: 1 } } })).toBe(0);
});

test("what a handler says of its failure is told as it is", async () => {
  const { handlers, call } = prepareHandler();
  const id = await queue.ask("a");
  queue.work(handlers);
  (await call(1)).fail(new JobFailure("The file \0 is gone."));
  await expectState(id, "failed");
  expect(await readJob(id)).toMatchObject({ error: "The file \ufffd is gone.", result: null });
});

test("of a surprise people learn where it is written, not what it says", async () => {
  const { handlers, call } = prepareHandler();
  const id = await queue.ask("a");
  queue.work(handlers);
  (await call(1)).fail(new Error("password=hunter2"));
  await expectState(id, "failed");
  expect((await readJob(id)).error).toBe(`Something went wrong. See the log for job ${id}.`);
});

test.each(["sampling", "constructor"])(
  "a job of the kind %s, which nobody knows, fails and says so",
  async (kind) => {
    const { handlers, calls } = prepareHandler();
    const { id } = await db.job.create({ data: { kind, payload: {} } });
    queue.work(handlers);
    await expectState(id, "failed");
    expect((await readJob(id)).error).toBe(`No worker here can do "${kind}"`);
    expect(calls).toEqual([]);
  },
);

test("a kind without a handler doesn't compile", () => {
  // @ts-expect-error import_results is missing
  const handlers: JobHandlers = { import_cases: async () => null };
  expect(Object.keys(handlers)).toEqual(["import_cases"]);
});

test("a worker that is stopped puts its job back as it was, and another does it", async () => {
  const [stopped, other] = [prepareHandler(), prepareHandler()];
  const id = await queue.ask("a");
  const worker = queue.work(stopped.handlers);
  (await stopped.call(1)).control.progress({ done: 5, total: 10, rows: 5 });
  await expect.poll(async () => (await readJob(id)).done).toBe(5n);
  await worker.stop();
  const before = { state: "queued", attempts: 0, startedAt: null, heartbeatAt: null, done: 0n, total: null };
  expect(await readJob(id)).toMatchObject(before);
  queue.work(other.handlers);
  (await other.call(1)).succeed("done at last");
  await expectState(id, "done");
  expect(await readJob(id)).toMatchObject({ attempts: 1, result: "done at last" });
});

test("a job that finishes while its worker is being stopped stays done", async () => {
  const { handlers, call } = prepareHandler({ heedsSignal: false });
  const id = await queue.ask("a");
  const worker = queue.work(handlers);
  const { control, succeed } = await call(1);
  const stopped = worker.stop();
  expect(control.signal.aborted).toBe(true);
  succeed("just in time");
  await stopped;
  expect(await readJob(id)).toMatchObject({ state: "done", result: "just in time" });
});
