import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import type { Filter } from "#lib/reviews/filter/schema.ts";

/** The models whose decisions stand beside those of people, each with its newest. */
export async function listFilters(reviewId: SeenReviewId): Promise<Filter[]> {
  const found = await db.reviewFilter.findMany({
    where: { reviewId },
    distinct: ["model"],
    select: {
      model: true,
      storedAt: true,
      storedBy: { select: { name: true } },
      _count: { select: { decisions: true } },
    },
    orderBy: [{ model: "asc" }, { id: "desc" }],
  });
  return found.map(({ storedBy, _count, ...filter }) => ({
    ...filter,
    items: _count.decisions,
    storedBy: storedBy?.name ?? null,
  }));
}
