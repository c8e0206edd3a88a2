import { reviewFigures, throughputFigures } from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";
import type { ReviewResults } from "#lib/study-api/reviews/schema.ts";

/** Every figure of a review, unrounded, as its screens show them at this moment. */
export function renderReviewResults(rows: ReviewRows, now: number): ReviewResults {
  const { slug, title, state, benchmark, manifestHash, hasSimulated, closedAt } = rows.review;
  const figures = reviewFigures(rows);
  return {
    review: { slug, title, state, benchmark: benchmark.slug, manifestHash },
    isInterim: state !== "closed",
    isSimulated: hasSimulated,
    funnel: figures.funnel,
    retention: figures.retention,
    reasons: [...figures.reasons],
    errors: { accepted: listStrata(figures.errors.accepted), rejected: listStrata(figures.errors.rejected) },
    errorTypes: [...figures.errorTypes],
    annotators: figures.annotators.map((one) => ({ ...one, windows: [...one.windows] })),
    agreement: { ...figures.agreement, filters: [...figures.agreement.filters] },
    throughput: (({ days, ...rest }) => ({ ...rest, days: [...days] }))(
      throughputFigures(rows, closedAt?.getTime() ?? now),
    ),
  };
}

const listStrata = (errors: ReturnType<typeof reviewFigures>["errors"]["accepted"]) => ({
  ...errors,
  remaining: { ...errors.remaining, strata: [...errors.remaining.strata] },
});
