import "server-only";
import { type OwnPart, type SeenReviewId, hasPart } from "#lib/auth/review-scope.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { db, ask } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { settingsSchema, type ReviewSettings, type ReviewPart } from "#lib/reviews/plan/schema.ts";
import type { ShownItem, QueueProblem, QueueStep } from "#lib/reviews/queue/schema.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { caseKindOf, showCase } from "#lib/task-kinds/server-registry.ts";

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

/**
 * What is selected of a case v for those who work at a queue; nothing else of it is. The original text is needed where it
 * could not be taken apart, and which option is right only where the review is about that.
 */
export const shownColumns = (showsGold: string) => `ca.kind::text, t.language, cv.content,
  CASE WHEN cv.content IS NULL THEN cv.original END AS original, cv.option_names AS "optionNames",
  CASE WHEN ${showsGold} THEN (SELECT g.choice FROM case_golds g WHERE g.case_version_id = cv.id) END AS gold`;
export const shownCases = `case_versions cv JOIN cases ca ON ca.id = cv.case_id JOIN tracks t ON t.id = ca.track_id`;

export type ItemRow = {
  kind: string;
  language: string;
  content: unknown;
  original: string | null;
  optionNames: string[];
  gold: number | null;
};

export function arrangeItem({ kind: name, language, gold, original, ...stored }: ItemRow): ShownItem {
  const kind = caseKindOf(name);
  return {
    kind,
    language,
    ...showCase(kind, { ...stored, original: original ?? "" }),
    ...(gold !== null && { gold }),
  };
}

/** An item as the queue shows it; `by`: only to whoever said that of it. In SQL: what is selected of it is written once. */
export async function readShownItem(
  reviewId: SeenReviewId | OwnPart["reviewId"],
  number: number,
  { showGold }: Pick<ReviewSettings, "showGold">,
  by?: { userId: string; as: "annotator" | "reviewer" },
): Promise<ShownItem | null> {
  const said = by?.as === "annotator" ? "review_decisions" : "review_checks";
  const [row] = await ask<ItemRow>(
    `item as shown to ${by?.as ?? "staff"}`,
    `SELECT ${shownColumns("$3::boolean")} FROM ${shownCases} JOIN review_items i ON i.case_version_id = cv.id
     WHERE i.review_id = $1 AND i.number = $2
       ${by ? `AND EXISTS (SELECT FROM ${said} s WHERE s.item_id = i.id AND s.${by.as}_id = $4)` : ""}`,
    [reviewId, number, showGold, ...(by ? [by.userId] : [])],
  );
  return row ? arrangeItem(row) : null;
}

/** Who may do a step. */
const partOf: Readonly<Record<QueueStep, ReviewPart>> = {
  decide: "annotator",
  check: "reviewer",
  audit: "auditor",
};

export const hasStepPart = (part: OwnPart, step: QueueStep): boolean => hasPart(part, partOf[step]);

/** Why nobody is given anything to do; null where they are. */
export function refuseStep(part: OwnPart, step: QueueStep): QueueProblem | null {
  if (!hasStepPart(part, step)) return "not_your_part";
  return part.state === "open" ? null : part.state;
}

/** What waits in the queue for somebody, by their parts. In SQL: counts over several tables, and who may not do what. */
export async function getWaiting(part: OwnPart) {
  const [isAnnotator, isReviewer, isAuditor] = [
    hasPart(part, "annotator"),
    hasPart(part, "reviewer"),
    hasPart(part, "auditor"),
  ];
  const [row] = await ask<Record<QueueStep | `${QueueStep}_done` | "objections", number>>(
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
