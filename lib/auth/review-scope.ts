import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask, db } from "#lib/db.ts";
import type { Prisma, ReviewPart } from "#lib/generated/prisma/client.ts";

declare const seen: unique symbol;
declare const own: unique symbol;

/** The id of a review that was looked up among those of a viewer: of all by admins, of those they lead by researchers. */
export type SeenReviewId = string & { readonly [seen]: "review" };

/** Part of every `where` about reviews that staff look at. */
export const reviewsOf = (viewer: Staff): Prisma.ReviewWhereInput =>
  viewer.role === "admin"
    ? {}
    : { members: { some: { userId: viewer.userId, removedAt: null, parts: { has: "lead" } } } };

type SeenReview<S extends Prisma.ReviewSelect> = Omit<Prisma.ReviewGetPayload<{ select: S }>, "id"> & {
  id: SeenReviewId;
};

/** Null where there is no such review, and where it is others'. */
export async function lookUpReview<const S extends Prisma.ReviewSelect>(
  viewer: Staff,
  where: Prisma.ReviewWhereInput,
  select: S,
): Promise<SeenReview<S> | null> {
  const found = await db.review.findFirst({
    where: { AND: [where, reviewsOf(viewer)] },
    select: { id: true, ...select } as Prisma.ReviewSelect,
  });
  return found as SeenReview<S> | null;
}

/** A part of the viewer's own in a review that has opened: who works at a queue is asked for this. */
export type OwnPart = {
  readonly [own]: "part";
  readonly reviewId: string;
  readonly userId: string;
  /** As the review's tables and exports name this member. */
  readonly number: number;
  readonly parts: readonly ReviewPart[];
  readonly slug: string;
  readonly title: string;
  readonly state: "open" | "paused" | "closed";
  /** Under which the settings were frozen. */
  readonly manifestHash: string;
};

type Facts = Omit<OwnPart, typeof own>;

// In SQL: whatever a device sends asks this first, as one prepared statement.
const findParts = async (name: string, whose: string, values: readonly unknown[]): Promise<OwnPart[]> =>
  (await ask<Facts>(
    name,
    `SELECT r.id AS "reviewId", m.user_id AS "userId", m.number, m.parts::text[], r.slug, r.title, r.state::text,
       encode(f.hash, 'hex') AS "manifestHash"
     FROM review_members m JOIN reviews r ON r.id = m.review_id JOIN review_manifests f ON f.review_id = r.id
     WHERE ${whose} AND m.removed_at IS NULL ORDER BY r.opened_at DESC, r.id`,
    values,
  )) as OwnPart[];

const findOwnParts = ({ userId }: Viewer, slug: string | null) =>
  findParts("review parts", "m.user_id = $1 AND r.state <> 'draft' AND ($2::text IS NULL OR r.slug = $2)", [
    userId,
    slug,
  ]);

/** Null where there is no such review, where it hasn't opened, and for whoever has no part in it, or no longer. */
export const lookUpPart = async (viewer: Viewer, slug: string): Promise<OwnPart | null> =>
  (await findOwnParts(viewer, slug))[0] ?? null;

/** Of somebody made up, whom an admin's command moves: nobody works as a person who exists. */
export async function lookUpSimulatedPart(
  _admin: Viewer<"admin">,
  review: SeenReviewId,
  number: number,
): Promise<OwnPart | null> {
  const whose = "m.review_id = $1 AND m.number = $2 AND m.is_simulated";
  return (await findParts("simulated part", whose, [review, number]))[0] ?? null;
}

/** Of all reviews that have opened, the newest first. */
export const listParts = (viewer: Viewer): Promise<OwnPart[]> => findOwnParts(viewer, null);

export const hasPart = (part: OwnPart, wanted: ReviewPart): boolean => part.parts.includes(wanted);
