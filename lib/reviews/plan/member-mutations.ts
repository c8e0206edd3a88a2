import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { createLink } from "#lib/auth/sign-in/ways-in.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import { lockReview } from "#lib/reviews/queue/mutations.ts";

type Admin = Viewer<"admin">;

const subject = (id: string) => ({ type: "review", id });

/** Somebody who has an account. Added again, they get these parts in place of what they had, and keep their number. */
export async function addMember(
  viewer: Admin,
  reviewId: SeenReviewId,
  { handle, parts }: { handle: string; parts: ReviewPart[] },
): Promise<Result<{ number: number }, "unknown_person" | "inactive" | "closed" | "lead_not_staff">> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { handle: handle.toLowerCase() },
      select: { id: true, handle: true, isSimulated: true, role: true, deactivatedAt: true },
    });
    if (!user) return fail("unknown_person");
    if (user.deactivatedAt) return fail("inactive");
    if (user.role === "participant" && parts.includes("lead")) return fail("lead_not_staff");
    if (await isClosed(tx, reviewId)) return fail("closed");
    return succeed({ number: await add(tx, viewer, reviewId, user, parts) });
  });
}

/** Somebody who has none: an account of a participant's role, and a link that is good for signing in once. */
export async function createMember(
  viewer: Admin,
  reviewId: SeenReviewId,
  given: { name: string; parts: ReviewPart[]; isSimulated?: boolean },
): Promise<
  Result<{ number: number; userId: string; handle: string; linkPath: string }, "closed" | "lead_not_staff">
> {
  const { name, parts, isSimulated = false } = given;
  if (parts.includes("lead")) return fail("lead_not_staff");
  return db.$transaction(async (tx) => {
    // Nobody is made for a review that takes nobody.
    if (await isClosed(tx, reviewId)) return fail("closed");
    const role = "participant" as const;
    const handle = await freeCode(tx);
    const user = await tx.user.create({
      data: { name, role, handle, isSimulated },
      select: { id: true, handle: true, isSimulated: true },
    });
    const number = await add(tx, viewer, reviewId, user, parts);
    const linkPath = await createLink(tx, user.id, viewer.actor.id);
    await recordEvent(tx, viewer, "user.created", { type: "user", id: user.id }, { name, role, handle });
    await noteAtDoor(tx, viewer.from, "link_made", { userId: user.id, details: { by: viewer.handle } });
    return succeed({ number, userId: user.id, handle, linkPath });
  });
}

/** Held so to the end. */
async function isClosed(tx: Transaction, reviewId: SeenReviewId): Promise<boolean> {
  await lockReview(tx, reviewId);
  const { state } = await tx.review.findUniqueOrThrow({ where: { id: reviewId }, select: { state: true } });
  return state === "closed";
}

async function freeCode(tx: Transaction): Promise<string> {
  await takeLock(tx, "users.handle");
  for (;;) {
    const handle = newParticipantCode();
    if (!(await tx.user.findUnique({ where: { handle }, select: { id: true } }))) return handle;
  }
}

async function add(
  tx: Transaction,
  viewer: Admin,
  reviewId: SeenReviewId,
  { id: userId, handle, isSimulated }: { id: string; handle: string; isSimulated: boolean },
  parts: ReviewPart[],
): Promise<number> {
  const [{ number: last } = { number: 0 }] = await tx.reviewMember.findMany({
    where: { reviewId },
    select: { number: true },
    orderBy: { number: "desc" },
    take: 1,
  });
  const where = { reviewId_userId: { reviewId, userId } };
  const before = await tx.reviewMember.findUnique({ where, select: { parts: true, removedAt: true } });
  const { number } = await tx.reviewMember.upsert({
    where,
    create: { reviewId, userId, number: last + 1, parts, isSimulated },
    update: { parts, removedAt: null },
    select: { number: true },
  });
  const isNew = !before || before.removedAt !== null;
  if (isNew || before.parts.join() !== parts.join()) {
    const action = isNew ? "review.member_added" : "review.parts_changed";
    await recordEvent(tx, viewer, action, subject(reviewId), { userId, handle, number, parts });
  }
  await endLeases(tx, { reviewId, userId, parts });
  return number;
}

/** What somebody works at without the part for it is for others from now on. */
async function endLeases(
  tx: Transaction,
  { reviewId, userId, parts }: { reviewId: string; userId: string; parts: readonly ReviewPart[] },
): Promise<void> {
  const stepOf = { annotator: "decide", reviewer: "check", auditor: "audit" } as const;
  const kept = Object.entries(stepOf).flatMap(([part, step]) =>
    parts.includes(part as ReviewPart) ? [step] : [],
  );
  await tx.reviewLease.deleteMany({ where: { reviewId, userId, step: { notIn: kept } } });
}

export async function changeParts(
  viewer: Admin,
  reviewId: SeenReviewId,
  { userId, parts }: { userId: string; parts: ReviewPart[] },
): Promise<Result<undefined, "not_member" | "lead_not_staff">> {
  return db.$transaction(async (tx) => {
    await lockReview(tx, reviewId);
    const where = { reviewId_userId: { reviewId, userId } };
    const member = await tx.reviewMember.findUnique({
      where,
      select: { number: true, parts: true, removedAt: true, user: { select: { role: true } } },
    });
    if (!member || member.removedAt) return fail("not_member");
    if (member.user.role === "participant" && parts.includes("lead")) return fail("lead_not_staff");
    if (member.parts.join() === parts.join()) return succeed();
    await tx.reviewMember.update({ where, data: { parts } });
    await recordEvent(tx, viewer, "review.parts_changed", subject(reviewId), { userId, parts });
    await endLeases(tx, { reviewId, userId, parts });
    return succeed();
  });
}

/** From their next step on the review is not there for them. What they did stays, and what they worked at is for others. */
export async function removeMember(
  viewer: Admin,
  reviewId: SeenReviewId,
  userId: string,
): Promise<Result<undefined, "not_member">> {
  return db.$transaction(async (tx) => {
    await lockReview(tx, reviewId);
    const { count } = await tx.reviewMember.updateMany({
      where: { reviewId, userId, removedAt: null },
      data: { removedAt: new Date() },
    });
    if (count === 0) return fail("not_member");
    await endLeases(tx, { reviewId, userId, parts: [] });
    await recordEvent(tx, viewer, "review.member_removed", subject(reviewId), { userId });
    return succeed();
  });
}
