import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import type { CheckRow, DecisionRow, FilterRow } from "#lib/reviews/results/rows.ts";

type Places = ReadonlyMap<number, number>;
/** Of the checks of a decision, which is known by its item and round; places are of first and second reviewers. */
const keyOf = (item: number, round: number, place: number) => `${item} ${round} ${place}`;

type Decision = Omit<DecisionRow, "item" | "givenAt" | "check" | "second"> & {
  itemId: number;
  givenAt: string;
};

/**
 * What stands of each item in each round, with how it was drawn when it was first made. In SQL: the newest revision beside
 * the first, in one pass.
 */
export async function readDecisions(review: SeenReviewId, placeOf: Places): Promise<DecisionRow[]> {
  const [decisions, checks] = await Promise.all([
    ask<Decision>(
      "decisions of a review",
      `SELECT d.item_id AS "itemId", d.round, m.number AS annotator, f.ordinal, d.revision, d.accepts, d.reason, d.comment,
         extract(epoch FROM d.given_at) * 1000 AS "givenAt", f.rate, f.band, f.drawn AS "isDrawn",
         coalesce(f.drawn_twice, false) AS "isDrawnTwice", f.reviewed_before AS "reviewedBefore", f.right_before AS "rightBefore"
       FROM review_decisions d
         JOIN review_decisions f ON f.item_id = d.item_id AND f.round = d.round AND f.revision = 1
         JOIN review_members m ON m.review_id = d.review_id AND m.user_id = d.annotator_id
       WHERE d.review_id = $1 AND NOT EXISTS (SELECT FROM review_decisions n
         WHERE n.item_id = d.item_id AND n.round = d.round AND n.revision > d.revision)`,
      [review],
    ),
    readChecks(review),
  ]);
  return decisions
    .map(({ itemId, givenAt, ...decision }) => ({
      ...decision,
      item: placeOf.get(itemId) ?? -1,
      givenAt: Number(givenAt),
      check: checks.get(keyOf(itemId, decision.round, 1)) ?? null,
      second: checks.get(keyOf(itemId, decision.round, 2)) ?? null,
    }))
    .sort((a, b) => a.item - b.item || a.round - b.round);
}

type Check = Omit<CheckRow, "blind" | "dispute" | "audit" | "givenAt"> & {
  itemId: number;
  round: number;
  place: number;
  givenAt: string;
  blindAccepts: boolean | null;
  blindReason: string | null;
  isObjectedTo: boolean;
  answerStands: boolean | null;
  rulingStands: boolean | null;
  auditor: number | null;
  agrees: boolean | null;
};

// In SQL: what was said blind, of a dispute and by the auditor beside each check, in one pass.
async function readChecks(review: SeenReviewId): Promise<Map<string, CheckRow>> {
  const found = await ask<Check>(
    "checks of a review",
    `SELECT c.item_id AS "itemId", c.round, c.place, m.number AS reviewer, c.is_right AS "isRight", c.error_type AS "errorType",
       c.corrected_accepts AS "correctedAccepts", c.corrected_reason AS "correctedReason", c.comment,
       extract(epoch FROM c.given_at) * 1000 AS "givenAt", c.audit_drawn AS "isAuditDrawn",
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
     WHERE c.review_id = $1`,
    [review],
  );
  return new Map(
    found.map(({ itemId, round, place, ...check }) => [keyOf(itemId, round, place), describeCheck(check)]),
  );
}

function describeCheck({
  givenAt,
  blindAccepts,
  blindReason,
  isObjectedTo,
  answerStands,
  rulingStands,
  auditor,
  agrees,
  ...check
}: Omit<Check, "itemId" | "round" | "place">): CheckRow {
  return {
    ...check,
    givenAt: Number(givenAt),
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
