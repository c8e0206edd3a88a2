import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { getJob, getJobPayload, listJobs } from "#lib/jobs/queries.ts";
import { newKey, prepareHandler, prepareQueue, readJob, request } from "#lib/jobs/running/testing/queue.ts";

const queue = prepareQueue();
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
