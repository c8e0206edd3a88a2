import { expect, test } from "vitest";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";

const { viewer, draft, open } = await useTrialReviews();

test("a review that nobody has begun has its items, and no figure", async () => {
  const review = await open();
  const rows = await getReviewRows(viewer, review.slug);
  expect(rows?.items.map(({ number, batch, round }) => [number, batch, round]).slice(3, 5)).toEqual([
    [4, 1, 1],
    [5, 2, 1],
  ]);
  expect(rows?.batches.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false]);
  expect(rows && reviewFigures(rows).retention).toMatchObject({ value: null, reason: "no_items" });
  expect(await getReviewRows(viewer, review.slug)).toBe(rows);
});

test("a draft has no rows, nor has a review for those who don't lead it", async () => {
  expect(await getReviewRows(viewer, (await draft()).slug)).toBeNull();
  const researcher = viewerFor({ ...(await makePerson()), role: "researcher" as const });
  expect(await getReviewRows(researcher, (await open()).slug)).toBeNull();
});
