import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { listOwnDecisions, type OwnDecision } from "#lib/reviews/deciding/own-queries.ts";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/settings-queries.ts";
import { arrangeItem, shownCases, shownColumns, type ItemRow } from "#lib/reviews/queue/shown-item.ts";

/** An item that somebody decided, as it was shown to them; in whichever rounds they did, the newest first. */
export type OwnItem = { shown: ShownItem; rounds: OwnDecision[] };

export async function getOwnItem(part: OwnPart, number: number): Promise<OwnItem | null> {
  const { decisions } = await listOwnDecisions(part, { number });
  const shown =
    decisions.length > 0 ? await showItem(part, number, "annotator_id", "review_decisions") : null;
  return shown && { shown, rounds: decisions };
}

/** An item that somebody checked. */
export const getCheckedItem = (part: OwnPart, number: number): Promise<ShownItem | null> =>
  showItem(part, number, "reviewer_id", "review_checks");

/** In SQL: as the queue shows it, and only to who decided or checked it. */
async function showItem(
  part: OwnPart,
  number: number,
  who: "annotator_id" | "reviewer_id",
  said: "review_decisions" | "review_checks",
): Promise<ShownItem | null> {
  const { showGold } = await getFrozenSettings(part);
  const [row] = await ask<ItemRow>(
    `own item of ${said}`,
    `SELECT ${shownColumns("$4::boolean")} FROM review_items i, ${shownCases}
     WHERE cv.id = i.case_version_id AND i.review_id = $1 AND i.number = $2
       AND EXISTS (SELECT FROM ${said} s WHERE s.item_id = i.id AND s.${who} = $3)`,
    [part.reviewId, number, part.userId, showGold],
  );
  return row ? arrangeItem(row) : null;
}
