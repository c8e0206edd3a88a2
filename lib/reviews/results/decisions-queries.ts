import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import type { CheckRow, DecisionRow, FilterRow } from "#lib/reviews/results/rows.ts";

type Places = ReadonlyMap<number, number>;
/** What was read before, and when by the database's clock. */
export type KnownDecisions = { readonly decisions: readonly DecisionRow[]; readonly readAt: Date };

const keyOf = (item: number, round: number) => item * 32_768 + round;

/** How it was drawn stands in the first revision alone. */
type Revision = Omit<DecisionRow, "item" | "isDrawn" | "check" | "second"> & {
  itemId: number;
  isDrawn: boolean | null;
};

// Longer than anybody's transaction may take: what is stored bears the time at which its transaction began.
const overlapMs = 2 * 60_000;

/**
 * What stands of each item in each round, with how it was drawn when it was first made. Nothing is ever changed or taken
 * away, so that beside what is known only what is new is read. In SQL: 32,000 of them take Prisma several times as long.
 */
export async function readDecisions(
  review: SeenReviewId,
  placeOf: Places,
  known: KnownDecisions | null,
): Promise<DecisionRow[]> {
  const since = known ? new Date(known.readAt.getTime() - overlapMs) : new Date(0);
  const [revisions, checks] = await Promise.all([
    ask<Revision>(
      "decisions of a review",
      `SELECT d.item_id AS "itemId", d.round, m.number AS annotator, d.ordinal, d.revision, d.accepts, d.reason, d.comment,
         (extract(epoch FROM d.given_at) * 1000)::float8 AS "givenAt", d.rate, d.band, d.drawn AS "isDrawn",
         coalesce(d.drawn_twice, false) AS "isDrawnTwice", d.reviewed_before AS "reviewedBefore", d.right_before AS "rightBefore"
       FROM review_decisions d JOIN review_members m ON m.review_id = d.review_id AND m.user_id = d.annotator_id
       WHERE d.review_id = $1 AND d.saved_at >= $2`,
      [review, since],
    ),
    readChecks(review, since),
  ]);
  const rows = new Map(known?.decisions.map((one) => [keyOf(one.item, one.round), one]));
  for (const revision of revisions.sort((a, b) => a.revision - b.revision))
    takeRevision(rows, placeOf.get(revision.itemId) ?? -1, revision);
  for (const check of checks) {
    const key = keyOf(placeOf.get(check.itemId) ?? -1, check.round);
    const row = rows.get(key);
    if (row) rows.set(key, { ...row, [check.place === 1 ? "check" : "second"]: toCheckRow(check) });
  }
  return [...rows.values()].sort((a, b) => a.item - b.item || a.round - b.round);
}

function takeRevision(rows: Map<number, DecisionRow>, item: number, said: Revision): void {
  const { round, revision, accepts, reason, comment, givenAt } = said;
  const key = keyOf(item, round);
  const before = rows.get(key);
  if (revision === 1 && !before) {
    const { annotator, ordinal, rate, band, isDrawn, isDrawnTwice, reviewedBefore, rightBefore } = said;
    rows.set(key, {
      item,
      round,
      annotator,
      ordinal,
      revision,
      accepts,
      reason,
      comment,
      givenAt,
      rate,
      band,
      isDrawn: isDrawn === true,
      isDrawnTwice,
      reviewedBefore,
      rightBefore,
      check: null,
      second: null,
    });
  } else if (before && revision > before.revision)
    rows.set(key, { ...before, revision, accepts, reason, comment, givenAt });
}

type Check = Omit<CheckRow, "blind" | "dispute" | "audit"> & {
  itemId: number;
  round: number;
  place: number;
  blindAccepts: boolean | null;
  blindReason: string | null;
  isObjectedTo: boolean;
  answerStands: boolean | null;
  rulingStands: boolean | null;
  auditor: number | null;
  agrees: boolean | null;
};

/**
 * Those that are new, or audited since, and all to which somebody objected. In SQL: what was said blind, of a dispute and by
 * the auditor beside each check, in one pass.
 */
const readChecks = (review: SeenReviewId, since: Date): Promise<Check[]> =>
  ask<Check>(
    "checks of a review",
    `SELECT c.item_id AS "itemId", c.round, c.place, m.number AS reviewer, c.is_right AS "isRight", c.error_type AS "errorType",
       c.corrected_accepts AS "correctedAccepts", c.corrected_reason AS "correctedReason", c.comment,
       (extract(epoch FROM c.given_at) * 1000)::float8 AS "givenAt", c.audit_drawn AS "isAuditDrawn",
       b.accepts AS "blindAccepts", b.reason AS "blindReason", s.id IS NOT NULL AS "isObjectedTo",
       n.stands AS "answerStands", r.stands AS "rulingStands", p.number AS auditor, a.agrees
     FROM review_checks c
       JOIN review_members m ON m.review_id = c.review_id AND m.user_id = c.reviewer_id
       LEFT JOIN review_blind_decisions b
         ON b.item_id = c.item_id AND b.round = c.round AND b.place = c.place AND b.reviewer_id = c.reviewer_id
       LEFT JOIN review_dispute_steps s ON s.check_id = c.id AND s.step = 'objection'
       LEFT JOIN review_dispute_steps n ON n.check_id = c.id AND n.step = 'answer'
       LEFT JOIN review_dispute_steps r ON r.check_id = c.id AND r.step = 'ruling'
       LEFT JOIN review_audits a ON a.check_id = c.id
       LEFT JOIN review_members p ON p.review_id = a.review_id AND p.user_id = a.auditor_id
     WHERE c.review_id = $1 AND (c.saved_at >= $2 OR a.saved_at >= $2 OR s.id IS NOT NULL)`,
    [review, since],
  );

function toCheckRow(check: Check): CheckRow {
  const { reviewer, isRight, errorType, correctedAccepts, correctedReason, comment, givenAt } = check;
  const { isAuditDrawn, blindAccepts, blindReason, isObjectedTo, answerStands, rulingStands } = check;
  const { auditor, agrees } = check;
  return {
    reviewer,
    isRight,
    errorType,
    correctedAccepts,
    correctedReason,
    comment,
    givenAt,
    isAuditDrawn,
    blind: blindAccepts === null ? null : { accepts: blindAccepts, reason: blindReason },
    dispute: isObjectedTo ? disputeOf(answerStands, rulingStands) : null,
    audit: auditor === null || agrees === null ? null : { auditor, agrees },
  };
}

function disputeOf(answer: boolean | null, ruling: boolean | null): NonNullable<CheckRow["dispute"]> {
  if (ruling !== null) return ruling ? "upheld" : "overruled";
  return answer === false ? "taken_back" : "open";
}

/** The newest of what models said beside people, model by model. In SQL: aggregated in the database, a row a model. */
export async function readFilters(review: SeenReviewId, placeOf: Places): Promise<FilterRow[]> {
  const found = await ask<{ judge: string; items: number[]; accepts: boolean[] }>(
    "filters of a review",
    `SELECT f.model AS judge, array_agg(d.item_id ORDER BY d.item_id) AS items, array_agg(d.accepts ORDER BY d.item_id) AS accepts
     FROM (SELECT DISTINCT ON (model) id, model FROM review_filters WHERE review_id = $1 ORDER BY model, id DESC) f
       JOIN review_filter_decisions d ON d.filter_id = f.id
     GROUP BY f.model ORDER BY f.model`,
    [review],
  );
  return found.map(({ judge, items, accepts }) => ({
    judge,
    decisions: items.map((item, i) => ({ item: placeOf.get(item) ?? -1, accepts: accepts[i] === true })),
  }));
}
