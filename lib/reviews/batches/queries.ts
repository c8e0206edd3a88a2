import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import { rateOf, type AnnotatorCounts } from "#lib/metrics/review/coverage.ts";
import type { Batch, BatchOutcome, BatchStanding, ReturnCosts } from "#lib/reviews/batches/schema.ts";
import { settingsSchema } from "#lib/reviews/plan/schema.ts";

/**
 * Of every batch, or of one. In SQL: Prisma can't count across tables by the batch that rows of a third stand in.
 */
export const countStandings = (
  client: Pick<Transaction, "$queryRaw">,
  reviewId: SeenReviewId,
  number: number | null = null,
): Promise<BatchStanding[]> => client.$queryRaw<BatchStanding[]>`
  WITH items AS (
    SELECT * FROM review_items WHERE review_id = ${reviewId}::uuid AND (${number}::int IS NULL OR batch = ${number}::int)
  ), counted AS (
    SELECT batch, count(*)::int AS items, (count(*) FILTER (WHERE state <> 'waiting'))::int AS decided,
      (count(*) FILTER (WHERE state IN ('to_check', 'checked')))::int AS drawn,
      (count(*) FILTER (WHERE state = 'checked'))::int AS checked
    FROM items GROUP BY batch
  ), found AS (
    SELECT i.id, i.batch, c.error_type, c.corrected_accepts,
      NOT EXISTS (SELECT FROM review_dispute_steps s WHERE s.check_id = c.id AND NOT s.stands) AS stands,
      EXISTS (SELECT FROM review_dispute_steps s WHERE s.check_id = c.id)
        AND NOT EXISTS (SELECT FROM review_dispute_steps s WHERE s.check_id = c.id AND (s.step = 'ruling' OR NOT s.stands)) AS disputed
    FROM items i JOIN review_checks c ON c.item_id = i.id AND c.round = i.round AND c.place = 1 AND NOT c.is_right
  ), accepted AS (
    SELECT batch, (count(*) FILTER (WHERE accepts))::int AS accepted FROM (
      SELECT DISTINCT ON (i.id) i.batch, CASE WHEN f.stands THEN f.corrected_accepts ELSE d.accepts END AS accepts
      FROM items i JOIN review_decisions d ON d.item_id = i.id AND d.round = i.round LEFT JOIN found f ON f.id = i.id
      ORDER BY i.id, d.revision DESC
    ) decisions GROUP BY batch
  ), errors AS (
    SELECT batch, json_object_agg(error_type, count) AS errors
    FROM (SELECT batch, error_type, count(*) AS count FROM found WHERE stands GROUP BY 1, 2) by_type GROUP BY batch
  ), wrong AS (
    SELECT batch, count(*)::int AS "foundWrong", (count(*) FILTER (WHERE stands))::int AS wrong,
      (count(*) FILTER (WHERE disputed))::int AS disputes FROM found GROUP BY batch
  )
  SELECT b.number, b.round, b.state::text, c.items, c.decided, coalesce(a.accepted, 0) AS accepted, c.drawn, c.checked,
    coalesce(w."foundWrong", 0) AS "foundWrong", coalesce(w.wrong, 0) AS wrong, coalesce(w.disputes, 0) AS disputes,
    coalesce(e.errors, '{}') AS errors
  FROM review_batches b JOIN counted c ON c.batch = b.number LEFT JOIN accepted a ON a.batch = b.number
    LEFT JOIN wrong w ON w.batch = b.number LEFT JOIN errors e ON e.batch = b.number
  WHERE b.review_id = ${reviewId}::uuid ORDER BY b.number`;

export async function listBatches(reviewId: SeenReviewId): Promise<Batch[]> {
  const [standings, outcomes] = await Promise.all([
    countStandings(db, reviewId),
    db.reviewBatchOutcome.findMany({
      where: { reviewId },
      select: {
        number: true,
        round: true,
        outcome: true,
        words: true,
        at: true,
        by: { select: { name: true } },
      },
      orderBy: [{ number: "asc" }, { round: "asc" }],
    }),
  ]);
  const ofBatch = Map.groupBy(outcomes, ({ number }) => number);
  return standings.map((standing) => ({
    ...standing,
    outcomes: (ofBatch.get(standing.number) ?? []).map(({ by, number: _, ...outcome }): BatchOutcome => ({
      ...outcome,
      by: by?.name ?? "",
    })),
  }));
}

/**
 * At the rates of now: of those who decided, each for as many items as were theirs. In SQL: what is known of an annotator is
 * a function of the database.
 */
export async function getReturnCosts(reviewId: SeenReviewId, number: number): Promise<ReturnCosts> {
  const { settings } = await db.review.findUniqueOrThrow({
    where: { id: reviewId },
    select: { settings: true },
  });
  const { coverage } = settingsSchema.parse(settings);
  const annotators = await db.$queryRaw<(AnnotatorCounts & { items: number })[]>`
    SELECT of_them.items, r.decided, r.reviewed, r.was_right AS "right" FROM (
      SELECT d.annotator_id, count(*)::int AS items FROM review_items i
        JOIN review_decisions d ON d.item_id = i.id AND d.round = i.round AND d.revision = 1
      WHERE i.review_id = ${reviewId}::uuid AND i.batch = ${number}::int GROUP BY 1
    ) of_them CROSS JOIN LATERAL review_record(${reviewId}::uuid, of_them.annotator_id) r`;
  return {
    decisions: annotators.reduce((sum, { items }) => sum + items, 0),
    checks: annotators.reduce((sum, { items, ...known }) => sum + items * rateOf(coverage, known).rate, 0),
  };
}
