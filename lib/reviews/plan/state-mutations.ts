import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { discardWord, type ReviewState } from "#lib/reviews/plan/schema.ts";
import { lockReview } from "#lib/reviews/queue/locks.ts";

type Admin = Viewer<"admin">;
type Move = Result<{ from: ReviewState }, "not_found" | "not_possible" | "not_accepted">;

/** Nobody is given an item, and nothing that is sent is taken, until it goes on. */
export const pauseReview = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, { from: ["open"], to: "paused", action: "review.paused" });

export const reopenReview = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, { from: ["paused"], to: "open", action: "review.reopened" });

export type CloseRequest = {
  /** The title, typed. */
  confirmation: string;
  /** The word by which batches that aren't accepted are given up: none of their cases can be kept afterwards. */
  discard?: string;
};

/** For good. */
export async function closeReview(
  viewer: Admin,
  slug: string,
  { confirmation, discard = "" }: CloseRequest,
): Promise<Move | Result<never, "wrong_name">> {
  const review = await db.review.findUnique({ where: { slug }, select: { title: true } });
  if (review && review.title !== confirmation) return fail("wrong_name");
  const keepsAll = discard.trim().toLowerCase() !== discardWord;
  return move(viewer, slug, { from: ["open", "paused"], to: "closed", action: "review.closed", keepsAll });
}

const untilDecisionsAreStored = { timeout: 60_000 };

type Step = {
  from: readonly ReviewState[];
  to: ReviewState;
  action: string;
  /** Whether it is refused while a batch isn't accepted. */
  keepsAll?: boolean;
};

function move(viewer: Admin, slug: string, step: Step): Promise<Move> {
  const { from, to, action, keepsAll = false } = step;
  return db.$transaction(async (tx) => {
    const review = await tx.review.findUnique({ where: { slug }, select: { id: true } });
    if (!review) return fail("not_found");
    const { id } = review;
    await lockReview(tx, id);
    const before = await tx.review.findUniqueOrThrow({ where: { id }, select: { state: true } });
    if (!from.includes(before.state)) return fail("not_possible");
    const open = { reviewId: id, state: "open" } as const;
    if (keepsAll && (await tx.reviewBatch.count({ where: open })) > 0) return fail("not_accepted");
    const closed = to === "closed" ? { closedAt: new Date() } : {};
    await tx.review.update({ where: { id }, data: { state: to, ...closed } });
    // Nobody works at anything any more: whoever goes on later is given it anew.
    if (to === "closed") await tx.reviewLease.deleteMany({ where: { reviewId: id } });
    await recordEvent(tx, viewer, action, { type: "review", id }, { slug, from: before.state });
    return succeed({ from: before.state });
  }, untilDecisionsAreStored);
}
