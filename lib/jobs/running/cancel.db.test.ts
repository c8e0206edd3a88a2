import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelJob } from "#lib/jobs/mutations.ts";
import { getJob } from "#lib/jobs/queries.ts";
import { expectState, prepareHandler, prepareQueue, readJob } from "#lib/jobs/running/testing/queue.ts";

const queue = prepareQueue();

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
