import "server-only";
import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

/** How much there is to do at a step for somebody, and how much of it they have done. */
export type StepCounts = { step: QueueStep; waiting: number; done: number };
export type WaitingCounts = { steps: StepCounts[]; objections: number };

type Row = Record<QueueStep | `${QueueStep}_done` | "objections", number>;

/** What waits in the queue for somebody, by their parts. In SQL: counts over several tables, and who may not do what. */
export async function getWaiting(part: OwnPart): Promise<WaitingCounts> {
  const [isAnnotator, isReviewer, isAuditor] = [
    hasPart(part, "annotator"),
    hasPart(part, "reviewer"),
    hasPart(part, "auditor"),
  ];
  const [row] = await ask<Row>(
    "review work that waits",
    `SELECT
       CASE WHEN $3 THEN (SELECT count(*)::int FROM review_items WHERE review_id = $1 AND state = 'waiting') ELSE 0 END AS decide,
       CASE WHEN $3 THEN (SELECT coalesce(max(ordinal), 0) FROM review_decisions WHERE review_id = $1 AND annotator_id = $2)
         ELSE 0 END AS decide_done,
       CASE WHEN $4 THEN (SELECT count(*)::int FROM review_checks_to_come($1, $2)) ELSE 0 END AS check,
       CASE WHEN $4 THEN (SELECT count(*)::int FROM review_checks WHERE review_id = $1 AND reviewer_id = $2)
         ELSE 0 END AS check_done,
       CASE WHEN $4 THEN (SELECT count(*)::int FROM review_checks c
         JOIN review_items i ON i.id = c.item_id AND i.round = c.round
         JOIN review_batches b ON b.review_id = i.review_id AND b.number = i.batch AND b.state = 'open'
         WHERE c.review_id = $1 AND c.reviewer_id = $2
           AND EXISTS (SELECT FROM review_dispute_steps s WHERE s.check_id = c.id)
           AND NOT EXISTS (SELECT FROM review_dispute_steps s WHERE s.check_id = c.id AND s.step <> 'objection'))
         ELSE 0 END AS objections,
       CASE WHEN $5 THEN (SELECT count(*)::int FROM review_checks c
         WHERE c.review_id = $1 AND c.audit_drawn AND $2 NOT IN (c.annotator_id, c.reviewer_id)
           AND NOT EXISTS (SELECT FROM review_audits a WHERE a.check_id = c.id)
           AND NOT EXISTS (SELECT FROM review_checks_to_come($1, $2) t WHERE t.item_id = c.item_id AND t.round = c.round))
         ELSE 0 END AS audit,
       CASE WHEN $5 THEN (SELECT count(*)::int FROM review_audits WHERE review_id = $1 AND auditor_id = $2)
         ELSE 0 END AS audit_done`,
    [part.reviewId, part.userId, isAnnotator, isReviewer, isAuditor],
  );
  if (!row) throw new Error("the database counted nothing");
  const own = { decide: isAnnotator, check: isReviewer, audit: isAuditor };
  return {
    steps: (["decide", "check", "audit"] as const)
      .filter((step) => own[step])
      .map((step) => ({ step, waiting: row[step], done: row[`${step}_done`] })),
    objections: row.objections,
  };
}

// What a review holds was frozen when it opened.
const known = processSingleton("kinds of reviews", () => new BoundedMap<string, CaseKind[]>(50));

/** Of the cases of a review. */
export async function listCaseKinds({ reviewId, manifestHash }: OwnPart): Promise<CaseKind[]> {
  const key = `${reviewId} ${manifestHash}`;
  const before = known.get(key);
  if (before) return before;
  const rows = await ask<{ kind: CaseKind }>(
    "kinds of a review",
    `SELECT DISTINCT ca.kind::text FROM review_items i JOIN case_versions cv ON cv.id = i.case_version_id
       JOIN cases ca ON ca.id = cv.case_id WHERE i.review_id = $1`,
    [reviewId],
  );
  const kinds = rows.map(({ kind }) => kind);
  known.set(key, kinds);
  return kinds;
}
