import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { JobCancelled, JobFailure } from "#lib/jobs/handler.ts";
import { cancelJob, requestJob } from "#lib/jobs/mutations.ts";
import { getJob, getJobPayload, listJobs } from "#lib/jobs/queries.ts";
import { runAttendedJob } from "#lib/jobs/running/run-job.ts";
import {
  expectState,
  newKey,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
} from "#lib/jobs/running/testing/queue.ts";
import type { JobView } from "#lib/jobs/schema.ts";

const jobs = prepareQueue();

const queue = jobs;
const cancelled = { name: "JobCancelled" };

/** Runs a job as the command line does, and tells what its watcher sees. */
function attend(
  name: string,
  exclusiveKey: string | null = null,
  given: { signal?: AbortSignal; everyMs?: number } = {},
) {
  const { handle, call, calls } = prepareHandler();
  const seen: JobView[] = [];
  const onProgress = (job: JobView) => void seen.push(job);
  const options = { onProgress, everyMs: 20, ...given };
  const value = runAttendedJob(operator(), { ...request(name), exclusiveKey }, handle, options);
  // Looked at later: until then a refusal isn't unhandled.
  value.catch(() => undefined);
  const id = async () => {
    const find = () => db.job.findFirst({ where: { isAttended: true, payload: { equals: { name } } } });
    await expect.poll(find).not.toBeNull();
    return (await find())?.id ?? "";
  };
  const waits = () => expect.poll(() => seen.some(({ state }) => state === "queued")).toBe(true);
  return { value, seen, call, calls, id, waits };
}

test("it runs here, is in the record, and returns what its handler returns", async () => {
  const { value, seen, call, id } = attend("a");
  const { viewer, payload, control, succeed } = await call(1);
  expect(viewer.actor.origin).toBe("command_line");
  expect(payload).toEqual({ name: "a" });
  expect(await readJob(await id())).toMatchObject({
    state: "running",
    isAttended: true,
    requestedById: null,
  });
  control.progress({ done: 1, total: 4, rows: 10 });
  await expect.poll(() => seen.at(-1)).toMatchObject({ state: "running", done: 1, total: 4, rows: 10 });
  control.progress({ done: 4, total: 4, rows: 40 });
  succeed({ big: 1n });
  expect(await value).toEqual({ big: 1n });
  expect(seen.at(-1)).toMatchObject({ done: 4, rows: 40 });
  expect(await readJob(await id())).toMatchObject({
    state: "done",
    result: { big: 1 },
    attempts: 1,
    rows: 40n,
  });
  const events = await db.auditEvent.findMany({ where: { subjectType: "job", subjectId: await id() } });
  expect(events).toMatchObject([{ action: "job.requested", origin: "command_line" }]);
});

test("no worker takes it, and it is nobody's to recover while its command lives", async () => {
  const { handlers, calls, call } = prepareHandler();
  queue.work(handlers);
  const exclusiveKey = newKey();
  const first = attend("first", exclusiveKey);
  await first.call(1);
  const waiting = attend("waiting", exclusiveKey);
  await waiting.waits();
  await queue.ask("for a worker");
  (await call(1)).succeed();
  expect(calls).toHaveLength(1);
  expect(await readJob(await first.id())).toMatchObject({ state: "running" });
  expect(await readJob(await waiting.id())).toMatchObject({ state: "queued" });
  (await first.call(1)).succeed();
  (await waiting.call(1)).succeed();
  await Promise.all([first.value, waiting.value]);
});

test("it waits for a worker's job of the same key, says for which, and has its turn then", async () => {
  const { handlers, call } = prepareHandler();
  const exclusiveKey = newKey();
  queue.work(handlers);
  const ahead = await queue.ask("ahead", { exclusiveKey });
  const { succeed } = await call(1);
  const attended = attend("behind", exclusiveKey);
  await attended.waits();
  expect(attended.seen[0]).toMatchObject({ state: "queued", waitsFor: { id: ahead } });
  expect(attended.calls).toEqual([]);
  succeed();
  (await attended.call(1)).succeed("its turn");
  expect(await attended.value).toBe("its turn");
});

test("where there is a worker it stands in line, and the worker behind it", async () => {
  const { handlers, call, names } = prepareHandler();
  const exclusiveKey = newKey();
  queue.work(handlers);
  await queue.ask("first", { exclusiveKey });
  const first = await call(1);
  await queue.ask("second", { exclusiveKey });
  // Looks far less often than the worker, who could take the fourth many times meanwhile.
  const attended = attend("third", exclusiveKey, { everyMs: 300 });
  await attended.waits();
  await queue.ask("fourth", { exclusiveKey });
  first.succeed();
  (await call(2)).succeed();
  const third = await attended.call(1);
  expect(names()).toEqual(["first", "second"]);
  third.succeed();
  (await call(3)).succeed();
  expect(names()).toEqual(["first", "second", "fourth"]);
});

test("without a worker it doesn't wait for what nobody will take", async () => {
  const exclusiveKey = newKey();
  const left = await queue.ask("left behind", { exclusiveKey });
  const attended = attend("now", exclusiveKey);
  (await attended.call(1)).succeed(1);
  expect(await attended.value).toBe(1);
  expect(await readJob(left)).toMatchObject({ state: "queued" });
});

test("two commands at once have their turns one after the other", async () => {
  const exclusiveKey = newKey();
  const both = [attend("a", exclusiveKey), attend("b", exclusiveKey)];
  const begun = () => both.filter(({ calls }) => calls.length > 0);
  await expect.poll(() => begun().length).toBe(1);
  const [first] = begun();
  const other = both.find((one) => one !== first);
  await other?.waits();
  expect(other?.calls).toEqual([]);
  first?.calls[0]?.succeed("one");
  (await other?.call(1))?.succeed("two");
  expect((await Promise.all(both.map(({ value }) => value))).sort()).toEqual(["one", "two"]);
});

test("Ctrl-C while it runs cancels it", async () => {
  const interrupt = new AbortController();
  const { value, call, id } = attend("a", null, { signal: interrupt.signal });
  const { control } = await call(1);
  interrupt.abort();
  await expect(value).rejects.toThrow(JobCancelled);
  expect(control.signal.aborted).toBe(true);
  expect(await readJob(await id())).toMatchObject({ state: "cancelled" });
  const events = await db.auditEvent.findMany({ where: { subjectType: "job", subjectId: await id() } });
  expect(events.map(({ action }) => action)).toEqual(["job.requested", "job.cancel_requested"]);
});

test.each(["Ctrl-C", "an admin on the web"])("%s cancels it while it waits", async (who) => {
  const { handlers, call } = prepareHandler();
  const exclusiveKey = newKey();
  queue.work(handlers);
  await queue.ask("ahead", { exclusiveKey });
  await call(1);
  const interrupt = new AbortController();
  const { value, waits, calls, id } = attend("behind", exclusiveKey, { signal: interrupt.signal });
  await waits();
  if (who === "Ctrl-C") interrupt.abort();
  else await cancelJob(queue.admin(), await id());
  await expect(value).rejects.toMatchObject(cancelled);
  expect(calls).toEqual([]);
  expect(await readJob(await id())).toMatchObject({ state: "cancelled" });
});

test("an admin on the web cancels it while it runs", async () => {
  const { value, call, id } = attend("a");
  await call(1);
  await cancelJob(queue.admin(), await id());
  await expect(value).rejects.toMatchObject(cancelled);
  expect(await readJob(await id())).toMatchObject({ state: "cancelled" });
});

test("a command that was interrupted before it began does nothing", async () => {
  const { value, calls, id } = attend("a", null, { signal: AbortSignal.abort() });
  await expect(value).rejects.toMatchObject(cancelled);
  expect(calls).toEqual([]);
  await expectState(await id(), "cancelled");
});

test("what its handler throws is thrown, and a sentence is kept", async () => {
  const { value, call, id } = attend("a");
  (await call(1)).fail(new JobFailure("The file is empty."));
  await expect(value).rejects.toThrow("The file is empty.");
  expect(await readJob(await id())).toMatchObject({ state: "failed", error: "The file is empty." });
});

describe("cancelling", () => {
  const queue = jobs;

  const listEvents = (id: string) =>
    db.auditEvent.findMany({
      where: { subjectType: "job", subjectId: id },
      select: { action: true, actorId: true, details: true },
      orderBy: { id: "asc" },
    });

  test("a job that waits is over at once, and no worker takes it", async () => {
    const { handlers, calls, call } = prepareHandler();
    const id = await queue.ask("a");
    expect(await cancelJob(queue.admin(), id)).toEqual({ ok: true, value: undefined });
    expect(await readJob(id)).toMatchObject({ state: "cancelled", attempts: 0, error: null });
    await queue.ask("b");
    queue.work(handlers);
    await call(1);
    expect(calls.map(({ payload }) => payload.name)).toEqual(["b"]);
  });

  test("a job that runs is told at its next sign of life, though it reports nothing", async () => {
    const { handlers, call } = prepareHandler();
    const id = await queue.ask("a");
    queue.work(handlers);
    const { control } = await call(1);
    const told = once(control.signal, "abort");
    expect((await cancelJob(queue.admin(), id)).ok).toBe(true);
    await told;
    await expectState(id, "cancelled");
    expect(await readJob(id)).toMatchObject({ error: null, result: null });
  });

  test("while it hasn't stopped yet it is shown as being cancelled; asking again changes nothing", async () => {
    const { handlers, call } = prepareHandler({ heedsSignal: false });
    const id = await queue.ask("a");
    queue.work(handlers);
    const { control, fail } = await call(1);
    await cancelJob(queue.admin(), id);
    expect(await cancelJob(queue.admin(), id)).toMatchObject({ ok: true });
    expect(await getJob(queue.admin(), id)).toMatchObject({ state: "running", isCancelling: true });
    await expect.poll(() => control.signal.aborted).toBe(true);
    fail(new Error("the connection was closed in the middle of it"));
    await expectState(id, "cancelled");
    expect(await getJob(queue.admin(), id)).toMatchObject({ isCancelling: false, error: null });
    expect((await listEvents(id)).map(({ action }) => action)).toEqual([
      "job.requested",
      "job.cancel_requested",
    ]);
  });

  test("work that was finished before it heard of the wish stays done", async () => {
    const { handlers, call } = prepareHandler({ heedsSignal: false });
    const id = await queue.ask("a");
    queue.work(handlers);
    const { control, succeed } = await call(1);
    await cancelJob(queue.admin(), id);
    await expect.poll(() => control.signal.aborted).toBe(true);
    succeed({ stored: true });
    await expectState(id, "done");
    expect(await readJob(id)).toMatchObject({ result: { stored: true } });
  });

  test("what is over can't be cancelled any more", async () => {
    const { handlers, call } = prepareHandler();
    const id = await queue.ask("a");
    queue.work(handlers);
    (await call(1)).succeed("kept");
    await expectState(id, "done");
    const before = await readJob(id);
    expect(await cancelJob(queue.admin(), id)).toEqual({ ok: false, error: "finished" });
    expect(await readJob(id)).toEqual(before);
    expect(await cancelJob(queue.admin(), randomUUID())).toEqual({ ok: false, error: "not_found" });
  });

  test("the record knows who asked for it and who ended it", async () => {
    const id = await queue.ask("a");
    await cancelJob(queue.admin(), id);
    const { userId: actorId } = queue.admin();
    expect(await listEvents(id)).toEqual([
      { action: "job.requested", actorId, details: { kind: "import_cases", benchmarkId: null } },
      { action: "job.cancelled", actorId, details: {} },
    ]);
  });

  test("a stopped worker doesn't bring back what somebody wanted ended", async () => {
    const { handlers, call } = prepareHandler({ heedsSignal: false });
    const id = await queue.ask("a");
    const worker = queue.work(handlers);
    const { control, fail } = await call(1);
    const stopped = worker.stop();
    await cancelJob(queue.admin(), id);
    fail(control.signal.reason);
    await stopped;
    expect(await readJob(id)).toMatchObject({ state: "cancelled" });
  });
});

describe("progress", () => {
  const queue = jobs;
  const view = async (id: string) => (await getJob(queue.admin(), id)) ?? expect.unreachable();

  async function makeBenchmark(slug: string): Promise<number> {
    return (await db.benchmark.create({ data: { slug, name: slug } })).id;
  }

  test("what a job reports is seen while it runs, the last word when it is over", async () => {
    const { handlers, call } = prepareHandler();
    const id = await queue.ask("a", { unit: "bytes" });
    queue.work(handlers);
    const { control, succeed } = await call(1);
    control.progress({ done: 2 ** 40, total: 2 ** 41, rows: 1000 });
    const measured = { state: "running", unit: "bytes", done: 2 ** 40, total: 2 ** 41, rows: 1000 };
    await expect.poll(() => view(id)).toMatchObject(measured);
    control.progress({ done: 2 ** 41, total: 2 ** 41, rows: 2000.5 });
    succeed();
    const last = { state: "done", done: 2 ** 41, rows: 2000 };
    await expect.poll(() => view(id)).toMatchObject(last);
  });

  test("however often work reports, it is written four times a second at most", async () => {
    const { handlers, call } = prepareHandler();
    const id = await queue.ask("a");
    const owner = operator();
    queue.work(handlers);
    const { control, succeed } = await call(1);
    const seen = new Set<string | null>();
    const since = performance.now();
    const secondsGone = () => (performance.now() - since) / 1000;
    for (let rows = 1; rows <= 50; rows++) {
      control.progress({ done: rows, total: null, rows });
      seen.add((await getJob(owner, id))?.heartbeatAt ?? null);
    }
    // One at each end of the time, and the heartbeat of before the first.
    expect(seen.size).toBeLessThanOrEqual(4 * secondsGone() + 2);
    succeed();
  });

  test("a view is the same as an object and as JSON", async () => {
    const { handlers, call } = prepareHandler();
    const id = await queue.ask("a");
    queue.work(handlers);
    (await call(1)).succeed({ cases: 3 });
    await expect.poll(async () => (await readJob(id)).state).toBe("done");
    const shown = await view(id);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
    expect(shown).toMatchObject({
      id,
      kind: "import_cases",
      result: { cases: 3 },
      requestedBy: queue.admin().name,
    });
    expect(JSON.stringify(shown)).not.toContain("payload");
  });

  test("a job that waits names the one whose end it waits for", async () => {
    const { handlers, call } = prepareHandler();
    const exclusiveKey = newKey();
    const first = await requestJob(operator(), { ...request("first"), exclusiveKey });
    const second = await queue.ask("second", { exclusiveKey });
    const third = await queue.ask("third", { exclusiveKey });
    const elsewhere = await queue.ask("elsewhere", { exclusiveKey: newKey() });
    const free = await queue.ask("free");
    const byConsole = { id: first, kind: "import_cases", requestedBy: null };
    expect((await view(first)).waitsFor).toBeNull();
    for (const id of [second, third]) expect((await view(id)).waitsFor).toEqual(byConsole);
    for (const id of [elsewhere, free]) expect((await view(id)).waitsFor).toBeNull();

    queue.work(handlers, { atOnce: 1 });
    (await call(1)).succeed();
    await call(2);
    expect((await view(second)).waitsFor).toBeNull();
    expect((await view(third)).waitsFor).toMatchObject({ id: second, requestedBy: queue.admin().name });
  });

  test("a benchmark's jobs are listed newest first, others' are not", async () => {
    const [benchmarkId, another] = [await makeBenchmark("listed"), await makeBenchmark("other")];
    const exclusiveKey = newKey();
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push(await queue.ask(name, { benchmarkId, exclusiveKey }));
    await queue.ask("x", { benchmarkId: another, exclusiveKey });
    const listed = await listJobs(queue.admin(), { benchmarkId, limit: 2 });
    expect(listed.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(listed.map(({ waitsFor }) => waitsFor?.id)).toEqual([ids[0], ids[0]]);
  });

  test("the job of a benchmark that is removed is told to stop", async () => {
    const { handlers, call } = prepareHandler();
    const benchmarkId = await makeBenchmark("removed");
    await queue.ask("a", { benchmarkId });
    queue.work(handlers);
    const { control } = await call(1);
    await db.benchmark.delete({ where: { id: benchmarkId } });
    await expect.poll(() => control.signal.aborted).toBe(true);
  });

  test("what was asked for is known to those who ask for it again", async () => {
    const id = await queue.ask("a");
    const asked = { kind: "import_cases", payload: { name: "a" } };
    expect(await getJobPayload(operator(), id)).toEqual(asked);
    expect(await getJobPayload(operator(), "00000000-0000-7000-8000-000000000000")).toBeNull();
  });

  test("a job that isn't there is null", async () => {
    expect(await getJob(operator(), "00000000-0000-7000-8000-000000000000")).toBeNull();
  });
});
