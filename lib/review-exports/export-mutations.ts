import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { ReviewFileChoice } from "#lib/review-exports/schema.ts";

/** What people decided leaves the product: who took which is kept. */
export async function recordReviewExport(
  viewer: Staff,
  review: SeenReviewId,
  details: { file: string; texts: ReviewFileChoice["texts"] },
): Promise<void> {
  const subject = { type: "review", id: review };
  await db.$transaction((tx) => recordEvent(tx, viewer, "review.exported", subject, details));
}
