import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { countStandings } from "#lib/reviews/batches/queries.ts";
import type { Acceptance, AcceptProblem, BatchStanding, ReturnProblem } from "#lib/reviews/batches/schema.ts";
import { lockReview } from "#lib/reviews/queue/mutations.ts";

const untilDecisionsAreStored = { timeout: 60_000 };

/** What was found right and what was found wrong stands; nothing in the batch changes any more. */
export async function acceptBatch(
  viewer: Staff,
  reviewId: SeenReviewId,
  given: Acceptance,
): Promise<Result<BatchStanding, AcceptProblem>> {
  return db.$transaction(async (tx) => {
    const held = await hold(tx, reviewId, given);
    if (!held.ok) return held;
    const { items, decided, drawn, checked, disputes } = held.value;
    const missing = { waiting: items - decided, checks: drawn - checked, disputes };
    const left = Object.entries(missing).filter(([, count]) => count > 0);
    if (left.length > 0)
      return fail("not_finished", Object.fromEntries(left.map(([what, count]) => [what, String(count)])));
    await settle(tx, viewer, reviewId, given, held.value, "accepted");
    return succeed(held.value);
  }, untilDecisionsAreStored);
}

/** All of it is decided anew, in another round; what was said in this one stays to be read. */
export async function returnBatch(
  viewer: Staff,
  reviewId: SeenReviewId,
  given: Acceptance,
): Promise<Result<BatchStanding, ReturnProblem>> {
  return db.$transaction(async (tx) => {
    const held = await hold(tx, reviewId, given);
    if (!held.ok) return held;
    await settle(tx, viewer, reviewId, given, held.value, "returned");
    const items = { reviewId, batch: given.number };
    await tx.reviewItem.updateMany({
      where: items,
      data: { round: { increment: 1 }, state: "waiting" },
    });
    // A check that was drawn is audited all the same.
    await tx.reviewLease.deleteMany({ where: { reviewId, item: items, step: { not: "audit" } } });
    return succeed(held.value);
  }, untilDecisionsAreStored);
}

/** Whoever decides or checks is waited for, and waits: what is counted stays so until the end. */
async function hold(
  tx: Transaction,
  reviewId: SeenReviewId,
  { number, round }: Acceptance,
): Promise<Result<BatchStanding, ReturnProblem>> {
  await lockReview(tx, reviewId);
  const review = await tx.review.findUniqueOrThrow({ where: { id: reviewId }, select: { state: true } });
  if (review.state === "closed") return fail("closed");
  const [standing] = await countStandings(tx, reviewId, number);
  if (!standing) return fail("not_found");
  return standing.state === "open" && standing.round === round ? succeed(standing) : fail("changed");
}

const names = { accepted: "review.batch_accepted", returned: "review.batch_returned" } as const;

async function settle(
  tx: Transaction,
  viewer: Staff,
  reviewId: SeenReviewId,
  { number, round, words }: Acceptance,
  { number: _, round: __, state: ___, ...counts }: BatchStanding,
  outcome: "accepted" | "returned",
): Promise<void> {
  await tx.reviewBatchOutcome.create({
    data: { reviewId, number, round, outcome, byId: viewer.actor.id, words, counts },
  });
  await tx.reviewBatch.update({
    where: { reviewId_number: { reviewId, number } },
    data: outcome === "accepted" ? { state: "accepted" } : { round: { increment: 1 } },
  });
  await recordEvent(tx, viewer, names[outcome], { type: "review", id: reviewId }, { batch: number, round });
}
