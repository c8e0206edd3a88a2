import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask } from "#lib/db.ts";

/** Numbers of items. */
export type WithheldItems = ReadonlySet<number>;

/**
 * The items that wait for a check and may come to the viewer for it: whoever leads and reviews checks them before seeing what
 * others said of them. None for those who don't review, and in a closed review. In SQL: a function of
 * the database knows which.
 */
export async function listWithheld(viewer: Staff, reviewId: SeenReviewId): Promise<WithheldItems> {
  const items = await ask<{ number: number }>(
    "withheld items of a review",
    `SELECT t.number FROM reviews r CROSS JOIN review_checks_to_come(r.id, $2) t WHERE r.id = $1 AND r.state <> 'closed'`,
    [reviewId, viewer.userId],
  );
  return new Set(items.map(({ number }) => number));
}
