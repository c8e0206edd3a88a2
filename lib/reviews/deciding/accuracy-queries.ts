import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { rateOf, type CheckRate, type AnnotatorCounts } from "#lib/metrics/review/coverage.ts";
import { getFrozenSettings } from "#lib/reviews/queue/settings-queries.ts";

export type OwnAccuracy = AnnotatorCounts & CheckRate & { first: number };

/** How often an annotator's checked decisions were right, and how often their next one is checked by that. In SQL: the database's own count. */
export async function getOwnAccuracy(part: OwnPart): Promise<OwnAccuracy> {
  const { coverage } = await getFrozenSettings(part);
  const [known] = await ask<AnnotatorCounts>(
    "own accuracy",
    `SELECT decided, reviewed, was_right AS "right" FROM review_record($1, $2)`,
    [part.reviewId, part.userId],
  );
  if (!known) throw new Error("the database counted nothing");
  return { ...known, ...rateOf(coverage, known), first: coverage.first };
}
