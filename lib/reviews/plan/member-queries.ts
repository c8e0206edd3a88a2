import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";

export type Member = {
  userId: string;
  /** Within the review, for tables and exports. */
  number: number;
  name: string;
  handle: string;
  role: "participant" | "researcher" | "admin";
  parts: ReviewPart[];
  isSimulated: boolean;
  addedAt: Date;
  /** Whoever is removed does nothing more in the review; what they did stays. */
  removedAt: Date | null;
  isDeactivated: boolean;
};

/** By their numbers, those who were removed among them. */
export async function listMembers(reviewId: SeenReviewId): Promise<Member[]> {
  const found = await db.reviewMember.findMany({
    where: { reviewId },
    select: {
      userId: true,
      number: true,
      parts: true,
      isSimulated: true,
      addedAt: true,
      removedAt: true,
      user: { select: { name: true, handle: true, role: true, deactivatedAt: true } },
    },
    orderBy: { number: "asc" },
  });
  return found.map(({ user: { deactivatedAt, ...user }, ...member }) => ({
    ...member,
    ...user,
    isDeactivated: deactivatedAt !== null,
  }));
}
