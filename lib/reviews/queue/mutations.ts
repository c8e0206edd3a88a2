import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { type Transaction, ask } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import {
  getFrozenSettings,
  type FrozenSettings,
  hasStepPart,
  refuseStep,
  arrangeItem,
  shownCases,
  shownColumns,
  type ItemRow,
} from "#lib/reviews/queue/queries.ts";
import type {
  NextInput,
  QueueItem,
  QueueProblem,
  ReleaseInput,
  QueueStep,
} from "#lib/reviews/queue/schema.ts";

// In SQL: Prisma has no locks.

/**
 * Whoever changes what holds for all of a review (its state, its people, a batch) waits for those who decide and check,
 * and they for that: each decision is stored whole before, or refused after. The database's functions take the same, shared.
 */
export const lockReview = (tx: Pick<Transaction, "$executeRaw">, reviewId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('review'), hashtext(${reviewId}::uuid::text))`;

/** The same as those who decide and check take, for the steps of one dispute, which come one after the other. */
export const lockReviewShared = (tx: Pick<Transaction, "$executeRaw">, reviewId: string, checkId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('review'), hashtext(${reviewId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('review dispute'), hashtext(${checkId}))`;

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

/** Without a kind where nothing of the case was asked. */
type Row = Omit<ItemRow, "kind"> & Omit<QueueItem, "until" | "shown"> & { id: number; kind: string | null };

const decided = `json_build_object('accepts', d.accepts, 'reason', d.reason, 'comment', d.comment)`;
const current = `JOIN LATERAL (SELECT * FROM review_decisions d
  WHERE d.item_id = i.id AND d.round = i.round ORDER BY d.revision DESC LIMIT 1) d ON true`;
const blind = `LEFT JOIN review_blind_decisions b
  ON b.item_id = i.id AND b.round = i.round AND b.place = l.place AND b.decision_id = d.id`;
const saidBlind = `CASE WHEN b.id IS NOT NULL THEN json_build_object('accepts', b.accepts, 'reason', b.reason) END`;

/** What each step sees beside the case. */
const besides: Readonly<Record<QueueStep, { columns: string; from: string; round: string }>> = {
  decide: {
    columns: `NULL AS "decisionId", NULL::json AS decision, NULL::json AS blind, NULL::json AS check`,
    from: "",
    round: "i.round",
  },
  check: {
    columns: `d.id AS "decisionId", CASE WHEN NOT asked.speaks_first OR b.id IS NOT NULL THEN ${decided} END AS decision,
      ${saidBlind} AS blind, NULL::json AS check`,
    from: `${current} ${blind} AND b.reviewer_id = asked.who`,
    round: "i.round",
  },
  audit: {
    columns: `d.id AS "decisionId", ${decided} AS decision, ${saidBlind} AS blind, json_build_object('id', c.id,
      'isRight', c.is_right, 'errorType', c.error_type, 'correctedAccepts', c.corrected_accepts,
      'correctedReason', c.corrected_reason, 'comment', c.comment) AS check`,
    // Also of a round that was returned since; the earliest is what one was given.
    from: `JOIN LATERAL (SELECT * FROM review_checks c WHERE c.item_id = i.id AND c.place = l.place AND c.audit_drawn
        AND asked.who NOT IN (c.annotator_id, c.reviewer_id) AND NOT EXISTS (SELECT FROM review_audits a WHERE a.check_id = c.id)
        AND NOT EXISTS (SELECT FROM review_checks_to_come(i.review_id, asked.who) t WHERE t.item_id = i.id AND t.round = c.round)
        ORDER BY c.round LIMIT 1) c ON true
      JOIN review_decisions d ON d.id = c.decision_id
      LEFT JOIN review_blind_decisions b ON b.item_id = i.id AND b.round = c.round AND b.place = l.place
        AND b.decision_id = d.id AND b.reviewer_id = c.reviewer_id`,
    round: "c.round",
  },
};

type Lease = { itemId: number; place: 1 | 2; until: Date };
type ItemsRequest = { step: QueueStep; leases: readonly Lease[]; have: readonly number[] };

/** What is shown of items that somebody was just given: field by field, and by the step. In SQL: one exchange. */
async function readItems(
  { userId }: OwnPart,
  { blind: speaksFirst, showGold }: FrozenSettings,
  { step, leases, have }: ItemsRequest,
): Promise<QueueItem[]> {
  if (leases.length === 0) return [];
  const { columns, from, round } = besides[step];
  const untilOf = new Map(leases.map(({ itemId, place, until }) => [`${itemId} ${place}`, until]));
  const rows = await ask<Row>(
    `review items to ${step}`,
    `WITH asked AS (SELECT $1::uuid AS who, $2::boolean AS speaks_first, $3::boolean AS shows_gold)
     SELECT i.id, i.number, ${round}, l.place, shown.*, ${columns}, (SELECT o.words FROM review_batch_outcomes o
       WHERE o.review_id = i.review_id AND o.number = i.batch AND o.round = ${round} - 1) AS returned
     FROM asked CROSS JOIN unnest($4::int[], $5::smallint[]) l (id, place) JOIN review_items i ON i.id = l.id ${from}
       LEFT JOIN LATERAL (SELECT ${shownColumns("asked.shows_gold")} FROM ${shownCases}
         WHERE cv.id = i.case_version_id AND i.number <> ALL ($6::int[])) shown ON true
     ORDER BY i.number, l.place`,
    [
      userId,
      speaksFirst,
      showGold,
      leases.map(({ itemId }) => itemId),
      leases.map(({ place }) => place),
      have,
    ],
  );
  return rows.map(({ id, kind, language, content, original, optionNames, gold, ...row }) => ({
    ...row,
    until: (untilOf.get(`${id} ${row.place}`) ?? new Date()).toISOString(),
    shown: kind === null ? null : arrangeItem({ kind, language, content, original, optionNames, gold }),
  }));
}
