import "server-only";
import { recordEvent } from "#lib/audit/mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { ReviewState } from "#lib/reviews/plan/schema.ts";
import { lockReview } from "#lib/reviews/queue/locks.ts";

type Admin = Viewer<"admin">;
type Move = Result<{ from: ReviewState }, "not_found" | "not_possible">;

/** Nobody is given an item, and nothing that is sent is taken, until it goes on. */
export const pauseReview = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["open"], "paused", "review.paused");

export const reopenReview = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["paused"], "open", "review.reopened");

/** For good. With a confirmation it has to be the title. */
export async function closeReview(
  viewer: Admin,
  slug: string,
  confirmation?: string,
): Promise<Move | Result<never, "wrong_name">> {
  if (confirmation !== undefined) {
    const review = await db.review.findUnique({ where: { slug }, select: { title: true } });
    if (review && review.title !== confirmation) return fail("wrong_name");
  }
  return move(viewer, slug, ["open", "paused"], "closed", "review.closed");
}

const untilDecisionsAreStored = { timeout: 60_000 };

function move(
  viewer: Admin,
  slug: string,
  from: readonly ReviewState[],
  to: ReviewState,
  action: string,
): Promise<Move> {
  return db.$transaction(async (tx) => {
    const review = await tx.review.findUnique({ where: { slug }, select: { id: true } });
    if (!review) return fail("not_found");
    const { id } = review;
    await lockReview(tx, id);
    const before = await tx.review.findUniqueOrThrow({ where: { id }, select: { state: true } });
    if (!from.includes(before.state)) return fail("not_possible");
    const closed = to === "closed" ? { closedAt: new Date() } : {};
    await tx.review.update({ where: { id }, data: { state: to, ...closed } });
    // Nobody works at anything any more: whoever goes on later is given it anew.
    if (to === "closed") await tx.reviewLease.deleteMany({ where: { reviewId: id } });
    await recordEvent(tx, viewer, action, { type: "review", id }, { slug, from: before.state });
    return succeed({ from: before.state });
  }, untilDecisionsAreStored);
}
