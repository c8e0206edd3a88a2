import "server-only";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { settingsSchema, type ReviewSettings } from "#lib/reviews/plan/schema.ts";

export type FrozenSettings = ReviewSettings & { seed: bigint };

// By the manifest that they stand in: what it froze doesn't change.
const read = processSingleton("review settings", () => new BoundedMap<string, FrozenSettings>(50));

/** Of a review that has opened. */
export async function getFrozenSettings({
  reviewId,
  manifestHash,
}: Pick<OwnPart, "manifestHash"> & {
  reviewId: SeenReviewId | OwnPart["reviewId"];
}): Promise<FrozenSettings> {
  const key = `${reviewId} ${manifestHash}`;
  const known = read.get(key);
  if (known) return known;
  const { settings, seed } = await db.review.findUniqueOrThrow({
    where: { id: reviewId },
    select: { settings: true, seed: true },
  });
  if (seed === null) throw new Error(`the review ${reviewId} has opened without a seed`);
  const frozen = { ...settingsSchema.parse(settings), seed };
  read.set(key, frozen);
  return frozen;
}
