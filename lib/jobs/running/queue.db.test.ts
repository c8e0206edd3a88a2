import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { openQueue, tidy, startWorker } from "#lib/worker/worker.ts";
import { JobFailure, type JobHandlers } from "#lib/jobs/handler.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { queues } from "#lib/jobs/queues.ts";
import {
  expectState,
  newKey,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
  stateOf,
} from "#lib/jobs/running/testing/queue.ts";
import { makeLink, makePerson } from "#lib/testing/people.ts";

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

describe("tidying", () => {
  env.dataDir = mkdtempSync(path.join(tmpdir(), "benchside-tidy-"));
  afterAll(() => rmSync(env.dataDir, { recursive: true, force: true }));

  const dayMs = 86_400_000;
  const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

  async function makeSignIn(userId: string, end: { expiresAt: Date; endedAt?: Date }): Promise<string> {
    const data = { userId, method: "link", device: "?", createdAt: new Date(0), ...end } as const;
    return (await db.signIn.create({ data })).id;
  }

  describe("tidying", () => {
    test("removes counters whose window is over", async () => {
      await db.throttle.createMany({
        data: [
          { key: "account:over", attempts: 3, endsAt: daysFromNow(-0.001) },
          { key: "account:counting", attempts: 3, endsAt: daysFromNow(0.001) },
        ],
      });
      await tidy();
      expect(await db.throttle.findMany({ select: { key: true } })).toEqual([{ key: "account:counting" }]);
    });

    test("removes the lines of processes that nobody has heard of for a day", async () => {
      const line = { kind: "web", machine: "lab", version: "1", node: "24", memoryBytes: 1n, lagMs: 0 };
      const [old, fresh] = [randomUUID(), randomUUID()];
      await db.process.createMany({
        data: [
          { ...line, id: old, seenAt: daysFromNow(-1.01) },
          { ...line, id: fresh, seenAt: daysFromNow(-0.9) },
        ],
      });
      expect(await tidy()).toMatchObject({ processes: 1 });
      expect(await db.process.findMany({ select: { id: true } })).toEqual([{ id: fresh }]);
    });

    test("removes sign-ins a month past their end, whichever end came first", async () => {
      const { id } = await makePerson();
      const kept = [
        await makeSignIn(id, { expiresAt: daysFromNow(20) }),
        await makeSignIn(id, { expiresAt: daysFromNow(-29) }),
        await makeSignIn(id, { expiresAt: daysFromNow(20), endedAt: daysFromNow(-29) }),
      ];
      await makeSignIn(id, { expiresAt: daysFromNow(-31) });
      await makeSignIn(id, { expiresAt: daysFromNow(-5), endedAt: daysFromNow(-31) });
      expect(await tidy()).toMatchObject({ signIns: 2 });
      const left = await db.signIn.findMany({ where: { userId: id } });
      expect(left.map((signIn) => signIn.id).sort()).toEqual(kept.sort());
    });

    test("removes links a month past their day, so that an old one can still say why it is closed", async () => {
      const { id } = await makePerson();
      await makeLink(id, { expiresAt: daysFromNow(-31) });
      await makeLink(id, { expiresAt: daysFromNow(-31), usedAt: daysFromNow(-40) });
      await makeLink(id, { expiresAt: daysFromNow(-29) });
      await makeLink(id, { expiresAt: daysFromNow(5), revokedAt: daysFromNow(-31) });
      expect(await tidy()).toMatchObject({ links: 2 });
      expect(await db.signInLink.count({ where: { userId: id } })).toBe(2);
    });

    test("removes what was uploaded and not imported within a day, and what earlier releases and killed processes left", async () => {
      const { id: benchmarkId } = await db.benchmark.create({ data: { slug: "b", name: "B" } });
      for (const days of [2, 0.5]) {
        const chunks = { create: { position: 0, bytes: Buffer.from("x") } };
        const createdAt = daysFromNow(-days);
        const data = { benchmarkId, bytes: 1n, guess: {}, fileName: `${days} days`, createdAt, chunks };
        await db.upload.create({ data });
      }
      const place = (name: string) => path.join(env.dataDir, name);
      const folders = ["uploads", "reports/not-ours", "scratch/work-a", "scratch/work-b"].map(place);
      for (const folder of folders) mkdirSync(folder, { recursive: true });
      const left = [`uploads/${randomUUID()}`, `uploads/${randomUUID()}.part`, `reports/${randomUUID()}.csv`];
      for (const name of left) writeFileSync(place(name), "x");
      utimesSync(place("scratch/work-b"), daysFromNow(-2), daysFromNow(-2));
      expect(await tidy()).toMatchObject({ uploads: 1 });
      expect((await db.upload.findMany()).map(({ fileName }) => fileName)).toEqual(["0.5 days"]);
      expect(await db.uploadChunk.count()).toBe(1);
      expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true, false]);
      expect(readdirSync(place("reports"))).toEqual(["not-ours"]);
    });

    test("removes lists of problems that are a month old", async () => {
      const csv = Buffer.from("x");
      await db.problemList.createMany({
        data: [-31, -29].map((days) => ({ csv, createdAt: daysFromNow(days) })),
      });
      expect(await tidy()).toMatchObject({ reports: 1 });
      expect(await db.problemList.count()).toBe(1);
    });

    test("touches nobody and nothing in the record", async () => {
      const person = await makePerson({ deactivatedAt: new Date(0) });
      const event = {
        origin: "system",
        action: "x",
        subjectType: "user",
        subjectId: person.id,
        details: {},
      } as const;
      await db.auditEvent.create({ data: { ...event, at: new Date(0) } });
      await tidy(daysFromNow(10_000));
      expect(await db.user.count({ where: { id: person.id } })).toBe(1);
      expect(await db.auditEvent.count({ where: { subjectId: person.id } })).toBe(1);
    });
  });
});

describe("workers", () => {
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
});
