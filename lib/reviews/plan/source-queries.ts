import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { ask, db } from "#lib/db.ts";
import type { SourceFacts } from "#lib/reviews/plan/findings.ts";
import { sourceQuestion, type SourceCase, type SourceFilter } from "#lib/reviews/plan/source.ts";

/** What a draft's source comes to now. In SQL: as it is asked when it opens. */
export async function getSourceFacts(reviewId: SeenReviewId, settings: SourceFilter): Promise<SourceFacts> {
  const review = await db.review.findUniqueOrThrow({
    where: { id: reviewId },
    select: {
      benchmarkId: true,
      studyId: true,
      study: { select: { state: true } },
      benchmark: { select: { tracks: { select: { name: true }, orderBy: { position: "asc" } } } },
    },
  });
  const { benchmarkId, studyId, study, benchmark } = review;
  const question = sourceQuestion({ benchmarkId, studyId }, settings);
  const found = benchmark ? await ask<SourceCase>(question.name, question.text, question.values) : [];
  return {
    isThere: benchmark !== null,
    study: study && { isClosed: ["closed", "archived"].includes(study.state) },
    tracks: (benchmark?.tracks ?? []).map(({ name }) => name),
    items: found.length,
  };
}
