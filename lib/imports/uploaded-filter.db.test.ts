import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { storeUploadedFilter } from "#lib/imports/mutations.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";

const { viewer, open } = await useTrialReviews({ cases: 4 });

async function send(id: string, content: string) {
  const { benchmarkId } = await db.review.findUniqueOrThrow({ where: { id } });
  const benchmark = { id: benchmarkId ?? 0, tracks: [] };
  const body = Readable.from([Buffer.from(content)]);
  return expectValue(await acceptUpload(viewer, benchmark, { fileName: "filter.jsonl", body, length: null }));
}

test("a file about a review is read while somebody waits, where it is no larger than that takes", async () => {
  const review = await open();
  const item = await db.reviewItem.findFirstOrThrow({
    where: { reviewId: review.id },
    select: { caseVersion: { select: { case: { select: { key: true } } } } },
  });
  const line = JSON.stringify({ model: "lantern", case: item.caseVersion.case.key, decision: "accept" });
  const small = await send(review.id, line);
  expect(await storeUploadedFilter(viewer, review.slug, small.id)).toMatchObject({
    value: { filters: [{ model: "lantern", items: 1 }], problems: [] },
  });
  const large = await send(review.id, line + " ".repeat(8 << 20));
  expect(await storeUploadedFilter(viewer, review.slug, large.id)).toMatchObject({
    value: {
      filters: [],
      problems: [{ file: "filter.jsonl", problem: expect.stringContaining("from the command line") }],
    },
  });
  expect(await db.upload.count({ where: { id: large.id } })).toBe(0);
});
