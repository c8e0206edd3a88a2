import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask } from "#lib/db.ts";

export type Serving = {
  studyId: string;
  /** By position: which option of the case stands first, second, … */
  orders: ReadonlyMap<number, readonly number[]>;
};

const mostRecalled = 1000;
const recalled = new Map<string, Serving>();

/** What one's own sitting was given at its start. That never changes, so it is read once. */
export async function recallServing(
  { userId }: Viewer<"participant">,
  sittingId: string,
): Promise<Serving | null> {
  const key = `${userId} ${sittingId}`;
  const known = recalled.get(key);
  if (known) return known;
  const rows = await ask<{ studyId: string; position: number | null; optionOrder: number[] }>(
    "serving",
    `SELECT s.study_id AS "studyId", v.position, v.option_order AS "optionOrder"
     FROM sittings s LEFT JOIN served_cases v ON v.sitting_id = s.id WHERE s.id = $1 AND s.user_id = $2`,
    [sittingId, userId],
  );
  const [first] = rows;
  if (!first) return null;
  const orders = new Map(
    rows.flatMap(({ position, optionOrder }) => (position === null ? [] : [[position, optionOrder]])),
  );
  const serving = { studyId: first.studyId, orders };
  if (orders.size === 0) return serving;
  recalled.set(key, serving);
  const [oldest] = recalled.keys();
  if (recalled.size > mostRecalled && oldest !== undefined) recalled.delete(oldest);
  return serving;
}
