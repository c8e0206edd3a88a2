import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { importHandlers } from "#lib/imports/handlers.ts";
import { discardImported, requestFilter } from "#lib/imports/mutations.ts";
import { watchQueue } from "#lib/jobs/running/watch-queue.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";

const { viewer, draft, open } = await useTrialReviews({ cases: 4 });
const workers: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const work = () =>
  workers.push(watchQueue({ handlers: importHandlers, everyMs: 20, sweep: () => discardImported(system()) }));

async function send(id: string, content: string): Promise<string> {
  const { benchmarkId } = await db.review.findUniqueOrThrow({ where: { id } });
  const benchmark = { id: benchmarkId ?? 0, tracks: [] };
  const body = Readable.from([Buffer.from(content)]);
  const given = { fileName: "filter.jsonl", body, length: null };
  return expectValue(await acceptUpload(viewer, benchmark, given)).id;
}

const isThere = async (id: string) => (await db.upload.count({ where: { id } })) > 0;
async function ended(id: string) {
  const read = () => db.job.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await read()).finishedAt).not.toBeNull();
  return read();
}

test("a file about a review is read by a worker, whatever its size, and is used up, good or not", async () => {
  const review = await open();
  const item = await db.reviewItem.findFirstOrThrow({
    where: { reviewId: review.id },
    select: { caseVersion: { select: { case: { select: { key: true } } } } },
  });
  const line = JSON.stringify({ model: "lantern", case: item.caseVersion.case.key, decision: "accept" });
  const good = await send(review.id, line + "\n".repeat(9 << 20));
  const asked = expectValue(await requestFilter(viewer, review.slug, good));
  expect(asked).toMatchObject({ kind: "store_filter", state: "queued" });
  expect(await isThere(good)).toBe(true);
  expect(await db.reviewFilter.count({ where: { reviewId: review.id } })).toBe(0);
  work();
  expect(await ended(asked.id)).toMatchObject({
    state: "done",
    result: { filters: [{ model: "lantern", items: 1 }], problemCount: 0 },
  });
  expect(await db.reviewFilter.findMany({ where: { reviewId: review.id } })).toMatchObject([
    { model: "lantern", storedById: viewer.userId },
  ]);
  await expect.poll(() => isThere(good)).toBe(false);

  const bad = await send(review.id, `${line}\n`.repeat(30));
  const refused = await ended(expectValue(await requestFilter(viewer, review.slug, bad)).id);
  expect(refused).toMatchObject({
    state: "done",
    result: { filters: [], problemCount: 29, problemsFile: expect.any(String) },
  });
  expect((refused.result as { problems: unknown[] }).problems).toHaveLength(20);
  await expect.poll(() => isThere(bad)).toBe(false);
  expect(await db.reviewFilter.count({ where: { reviewId: review.id } })).toBe(1);
});

test("nothing is asked for where there is no review, no plan to read it by, or no file", async () => {
  const review = await draft();
  const id = await send(review.id, "{}");
  expect(await requestFilter(viewer, "nowhere", id)).toMatchObject({ error: "not_found" });
  expect(await requestFilter(viewer, review.slug, id)).toMatchObject({ error: "not_opened" });
  expect(await isThere(id)).toBe(false);
  expect(await requestFilter(viewer, review.slug, id)).toMatchObject({ error: "not_uploaded" });
});
