import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask } from "#lib/db.ts";

/** Numbers of items. */
export type Withheld = ReadonlySet<number>;

/**
 * The items that wait for a check and may come to the viewer for it: whoever leads and reviews checks them before seeing what
 * others said of them. None for those who don't review, and in a closed review. In SQL: Prisma can't compare rounds.
 */
export async function listWithheld(viewer: Staff, reviewId: SeenReviewId): Promise<Withheld> {
  const items = await ask<{ number: number }>(
    "withheld items of a review",
    `SELECT i.number FROM review_members m JOIN reviews r ON r.id = m.review_id AND r.state <> 'closed'
       JOIN review_items i ON i.review_id = r.id AND i.state = 'to_check'
       JOIN review_decisions d ON d.item_id = i.id AND d.round = i.round AND d.revision = 1 AND d.annotator_id <> m.user_id
     WHERE m.review_id = $1 AND m.user_id = $2 AND m.removed_at IS NULL AND 'reviewer' = ANY (m.parts)
       AND NOT EXISTS (SELECT FROM review_checks c
         WHERE c.item_id = i.id AND c.round = i.round AND c.reviewer_id = m.user_id)`,
    [reviewId, viewer.userId],
  );
  return new Set(items.map(({ number }) => number));
}
