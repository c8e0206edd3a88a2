import { describe, expect } from "vitest";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { finalDecisions } from "#lib/reviews/results/final-decisions.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { truthOf } from "#lib/simulation/review/made-up-judgements.ts";
import { simulateReview, type SimulatedReview } from "#lib/simulation/review/simulate-review.ts";

const cases = 900;
const { viewer, open } = await useTrialReviews({ cases });
const bands = [
  { from: 0, rateFrom: 1, rateTo: 1 },
  { from: 0.92, rateFrom: 0.5, rateTo: 0.3 },
  { from: 0.95, rateFrom: 0.2, rateTo: 0.1 },
];
const wish: SimulatedReview = {
  annotators: [0.99, 0.97, 0.8],
  reviewers: [1, 1],
  auditors: 1,
  acceptable: 0.75,
  seed: 11n,
  acceptsBatches: true,
};

async function rowsOf(slug: string) {
  const rows = await getReviewRows(viewer, slug);
  if (!rows) throw new Error("the review is gone");
  return rows;
}

describe("a review by simulated people of known accuracy", async () => {
  thorough("is marked, and its figures recover accuracies, bands and the final error rate", async () => {
    const coverage = { first: 30, by: "estimate", bands } as const;
    const review = await open({ coverage, batchSize: 300, blind: true, secondShare: 0.2, auditRate: 0.1 });
    const { signal } = quietly;
    const summary = expectValue(await simulateReview(viewer, review.slug, wish, { signal }));
    expect(summary).toMatchObject({ decisions: cases, acceptedBatches: 3, members: 6 });
    const rows = await rowsOf(review.slug);
    expect(rows.review.hasSimulated).toBe(true);
    const figures = reviewFigures(rows);
    expect(figures.funnel).toMatchObject({ items: cases, decided: cases, waiting: 0, acceptedBatches: 3 });
    for (const { annotator, naive, weighted, isSimulated, decisions } of figures.annotators) {
      expect(isSimulated).toBe(true);
      expect(decisions).toBeGreaterThan(200);
      const truth = wish.annotators[annotator - 1] ?? 0;
      expect([annotator, (naive.low ?? 1) <= truth && truth <= (naive.high ?? 0)]).toEqual([annotator, true]);
      expect([annotator, (weighted.low ?? 1) <= truth && truth <= (weighted.high ?? 0)]).toEqual([
        annotator,
        true,
      ]);
    }
    const strategy = new Map(figures.annotators.map((one) => [one.annotator, one.strategy]));
    expect([strategy.get(1), strategy.get(3)]).toEqual(["light", "full"]);
    const made = { seed: wish.seed, acceptable: wish.acceptable, settings: rows.settings };
    const wrong = finalDecisions(rows).filter(
      ({ item, accepts }) => accepts && !truthOf(made, rows.items[item]?.number ?? 0).accepts,
    ).length;
    const { rate, among } = figures.errors.accepted;
    expect((rate.low ?? 1) <= wrong / among && wrong / among <= (rate.high ?? 0)).toBe(true);
    // Reviewers never err here: they agree with each other, and the auditor with them.
    expect(figures.agreement.reviewers.n).toBeGreaterThan(20);
    expect(figures.agreement.reviewers.agreement.value).toBe(1);
    expect(figures.agreement.audit.done).toBe(summary.audits);
    expect(figures.agreement.audit.disagreedWithRight.count).toBe(0);
    expect(figures.agreement.blind.n).toBe(summary.checks);
  });
});
