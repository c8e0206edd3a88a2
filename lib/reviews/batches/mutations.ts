import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { countStandings } from "#lib/reviews/batches/queries.ts";
import type { Acceptance, BatchStanding, SettleProblem } from "#lib/reviews/batches/schema.ts";
import { lockReview } from "#lib/reviews/queue/mutations.ts";

type Settled = Promise<Result<BatchStanding, SettleProblem>>;

/** What was found right and what was found wrong stands; nothing in the batch changes any more. */
export const acceptBatch = (viewer: Staff, reviewId: SeenReviewId, given: Acceptance): Settled =>
  settle(viewer, reviewId, given, "accepted");

/** All of it is decided anew, in another round; what was said in this one stays to be read. */
export const returnBatch = (viewer: Staff, reviewId: SeenReviewId, given: Acceptance): Settled =>
  settle(viewer, reviewId, given, "returned");

async function settle(
  viewer: Staff,
  reviewId: SeenReviewId,
  { number, round, words }: Acceptance,
  outcome: "accepted" | "returned",
): Settled {
  return db.$transaction(
    async (tx) => {
      // Whoever decides or checks is waited for, and waits: what is counted stays so until the end.
      await lockReview(tx, reviewId);
      const review = await tx.review.findUniqueOrThrow({
        where: { id: reviewId },
        select: { state: true },
      });
      if (review.state === "closed") return fail("closed");
      const [standing] = await countStandings(tx, reviewId, number);
      if (!standing) return fail("not_found");
      if (standing.state !== "open" || standing.round !== round) return fail("changed");
      const { number: _, round: __, state: ___, ...counts } = standing;
      const { items, decided, drawn, checked, disputes } = counts;
      const missing = { waiting: items - decided, checks: drawn - checked, disputes };
      const left = Object.entries(missing).filter(([, count]) => count > 0);
      if (outcome === "accepted" && left.length > 0)
        return fail("not_finished", Object.fromEntries(left.map(([what, count]) => [what, String(count)])));
      await tx.reviewBatchOutcome.create({
        data: { reviewId, number, round, outcome, byId: viewer.actor.id, words, counts },
      });
      await tx.reviewBatch.update({
        where: { reviewId_number: { reviewId, number } },
        data: outcome === "accepted" ? { state: "accepted" } : { round: { increment: 1 } },
      });
      const subject = { type: "review", id: reviewId };
      const action = outcome === "accepted" ? "review.batch_accepted" : "review.batch_returned";
      await recordEvent(tx, viewer, action, subject, { batch: number, round });
      if (outcome === "returned") {
        const ofBatch = { reviewId, batch: number };
        await tx.reviewItem.updateMany({
          where: ofBatch,
          data: { round: { increment: 1 }, state: "waiting" },
        });
        // A check that was drawn is audited all the same.
        await tx.reviewLease.deleteMany({ where: { reviewId, item: ofBatch, step: { not: "audit" } } });
      }
      return succeed(standing);
    },
    // Until decisions are stored.
    { timeout: 60_000 },
  );
}
