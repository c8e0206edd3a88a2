import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { describedCheck, listWithheld } from "#lib/reviews/checking/queries.ts";

const member = { select: { number: true, user: { select: { name: true } } } } as const;

const described = {
  number: true,
  batch: true,
  round: true,
  caseVersion: {
    select: { number: true, case: { select: { key: true, track: { select: { name: true } } } } },
  },
  decisions: {
    select: {
      id: true,
      round: true,
      revision: true,
      accepts: true,
      reason: true,
      comment: true,
      savedAt: true,
      ordinal: true,
      draw: true,
      rate: true,
      drawn: true,
      band: true,
      reviewedBefore: true,
      rightBefore: true,
      annotator: member,
      blind: {
        select: { place: true, accepts: true, reason: true, savedAt: true, reviewer: member },
        orderBy: { savedAt: "asc" },
      },
      checks: {
        select: {
          ...describedCheck,
          place: true,
          savedAt: true,
          reviewer: member,
          audit: { select: { agrees: true, comment: true, savedAt: true, auditor: member } },
        },
        orderBy: { place: "asc" },
      },
    },
    orderBy: [{ round: "asc" }, { revision: "asc" }],
  },
} as const satisfies Prisma.ReviewItemSelect;

export type ItemHistory = Prisma.ReviewItemGetPayload<{ select: typeof described }>;
export type HistoryDecision = ItemHistory["decisions"][number];

/** Everything that was said of one item, in all rounds; of the present one nothing that the viewer may still check. */
export async function getItemHistory(
  viewer: Staff,
  reviewId: SeenReviewId,
  number: number,
): Promise<(ItemHistory & { isWithheld: boolean }) | null> {
  const [item, withheld] = await Promise.all([
    db.reviewItem.findUnique({ where: { reviewId_number: { reviewId, number } }, select: described }),
    listWithheld(viewer, reviewId),
  ]);
  if (!item) return null;
  const isWithheld = withheld.has(number);
  const decisions = item.decisions.filter(({ round }) => !isWithheld || round !== item.round);
  return { ...item, decisions, isWithheld };
}
