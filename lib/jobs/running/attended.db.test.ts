import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { runAttendedJob } from "#lib/jobs/running/attended.ts";
import { JobCancelled, JobFailure } from "#lib/jobs/handler.ts";
import { cancelJob } from "#lib/jobs/mutations.ts";
import type { JobView } from "#lib/jobs/schema.ts";
import {
  expectState,
  newKey,
  prepareHandler,
  prepareQueue,
  readJob,
  request,
} from "#lib/jobs/running/testing/queue.ts";

const queue = prepareQueue();
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
