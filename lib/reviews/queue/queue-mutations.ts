import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { getFrozenSettings } from "#lib/reviews/queue/settings-queries.ts";
import { readItems, type Lease } from "#lib/reviews/queue/queue-queries.ts";
import type { NextInput, QueueItem, QueueProblem, ReleaseInput } from "#lib/reviews/queue/schema.ts";
import { hasStepPart, refuseStep } from "#lib/reviews/queue/steps.ts";

/**
 * The items that somebody works at, and new ones to it, up to so many: in the order of the review, each given to nobody else
 * while its time runs. Asked again, the time of all of them begins anew. In SQL: the database's function decides in one step.
 */
export async function takeItems(
  part: OwnPart,
  { step, wanted, have }: NextInput,
): Promise<Result<QueueItem[], QueueProblem>> {
  const refused = refuseStep(part, step);
  if (refused) return fail(refused);
  const settings = await getFrozenSettings(part);
  const leases = await ask<Lease>(
    "take review items",
    `SELECT item_id AS "itemId", place, until FROM take_review_items($1, $2, $3, $4, $5)`,
    [part.reviewId, part.userId, step, wanted, `${settings.leaseMinutes} minutes`],
  );
  return succeed(await readItems(part, settings, { step, leases, have }));
}

/** What somebody doesn't go on with is for others at once. In SQL: by the numbers of the review. */
export async function giveBack(
  part: OwnPart,
  { step, items }: ReleaseInput,
): Promise<Result<{ released: number }, "not_your_part">> {
  if (!hasStepPart(part, step)) return fail("not_your_part");
  const released = await ask(
    "give back review items",
    `DELETE FROM review_leases l USING review_items i
     WHERE l.review_id = $1 AND l.user_id = $2 AND l.step = $3 AND i.id = l.item_id AND i.number = ANY ($4)
     RETURNING i.number`,
    [part.reviewId, part.userId, step, items],
  );
  return succeed({ released: released.length });
}
