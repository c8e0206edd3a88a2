import { expect, test } from "vitest";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { db } from "#lib/db.ts";
import { keepAcceptedCases } from "#lib/review-exports/mutations.ts";
import { closeReview } from "#lib/reviews/plan/mutations.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, benchmark, open } = await useTrialReviews({ cases: 24 });

test("what a review accepted is a benchmark of its own, with where it comes from; nothing is made before the end, nor twice", async () => {
  const review = await open({ batchSize: 12, coverage: { first: 24 } });
  const wish = { annotators: [1, 1], reviewers: [1], auditors: 0, acceptable: 0.75, seed: 5n };
  const { signal } = quietly;
  expectValue(await simulateReview(viewer, review.slug, { ...wish, acceptsBatches: true }, { signal }));
  const keep = (name: string) => keepAcceptedCases(viewer, { slug: review.slug, name });
  expect(await keep("Kept")).toMatchObject({ ok: false, error: "not_closed" });
  // Every batch is accepted: nothing has to be given up.
  expectValue(await closeReview(viewer, review.slug, { confirmation: "Who answers?" }));

  const both = await Promise.all([keep("Kept"), keep("Kept")]);
  expect(both.map((one) => (one.ok ? "kept" : one.error)).sort()).toEqual(["kept", "name_taken"]);
  const [kept = expect.fail()] = both.flatMap((one) => (one.ok ? one.value : []));
  const { funnel } = reviewFigures((await getReviewRows(viewer, review.slug)) ?? expect.fail());
  expect(kept.cases).toBe(funnel.acceptedInBatches);
  const made = await db.benchmark.findUniqueOrThrow({
    where: { slug: kept.benchmark },
    select: { id: true, tracks: { select: { name: true, cases: { select: { key: true } } } } },
  });
  expect(made.tracks.flatMap((track) => track.cases)).toHaveLength(kept.cases);
  expect(await getLineage(viewer, made.id)).toMatchObject([
    {
      parent: { slug: benchmark.slug },
      stages: [{ stage: "review", settings: { review: review.slug }, counts: { accepted: funnel.accepted } }],
    },
  ]);
  expect(await keep("Kept")).toMatchObject({ ok: false, error: "name_taken" });
});
