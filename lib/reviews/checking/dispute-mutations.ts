import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { DisputeProblem, SentAnswer, SentObjection } from "#lib/reviews/checking/schema.ts";
import { lockReviewShared } from "#lib/reviews/queue/locks.ts";
import { hasStepPart } from "#lib/reviews/queue/steps.ts";

type StepKind = "objection" | "answer" | "ruling";
type DisputeReply = { id: string; checkId: string; stands: boolean | null; words: string };
type DisputeResult = Promise<Result<undefined, DisputeProblem>>;

/** Of the annotator, once, to a check that says wrong. */
export const objectTo = (part: OwnPart, given: SentObjection): DisputeResult =>
  hasStepPart(part, "decide")
    ? takeStep(part.reviewId, part.userId, "objection", { ...given, stands: null })
    : Promise.resolve(fail("not_your_part"));

/** Of the reviewer who made the check: it stands, or is taken back. */
export const answerObjection = (part: OwnPart, given: SentAnswer): DisputeResult =>
  hasStepPart(part, "check")
    ? takeStep(part.reviewId, part.userId, "answer", given)
    : Promise.resolve(fail("not_your_part"));

/** Of a lead, or an admin, who is neither of the two: it stands, or is overruled. */
export async function ruleOn(viewer: Staff, reviewId: SeenReviewId, given: SentAnswer): DisputeResult {
  if (viewer.actor.id === null) return fail("not_your_part");
  return takeStep(reviewId, viewer.actor.id, "ruling", given, async (tx) => {
    const details = { check: given.checkId, stands: given.stands };
    await recordEvent(tx, viewer, "review.dispute_ruled", { type: "review", id: reviewId }, details);
  });
}

type Check = {
  isRight: boolean;
  round: number;
  annotatorId: string;
  reviewerId: string;
  itemRound: number;
  batch: "open" | "accepted";
  /** Whether the reviewer still has the part. */
  mayAnswer: boolean;
  steps: { id: string; step: StepKind; stands: boolean | null; byId: string }[];
};

/** In SQL: within a transaction Prisma would ask for the parts of it one over the other. */
async function find(tx: Transaction, reviewId: string, id: string): Promise<Check | undefined> {
  const [found] = await tx.$queryRaw<Check[]>`
    SELECT c.is_right AS "isRight", c.round, c.annotator_id::text AS "annotatorId", c.reviewer_id::text AS "reviewerId",
      i.round AS "itemRound", b.state::text AS batch, m.removed_at IS NULL AND 'reviewer' = ANY (m.parts) AS "mayAnswer",
      coalesce((SELECT json_agg(json_build_object('id', s.id, 'step', s.step, 'stands', s.stands, 'byId', s.by_id))
        FROM review_dispute_steps s WHERE s.check_id = c.id), '[]') AS steps
    FROM review_checks c JOIN review_items i ON i.id = c.item_id
      JOIN review_batches b ON b.review_id = i.review_id AND b.number = i.batch
      JOIN review_members m ON m.review_id = c.review_id AND m.user_id = c.reviewer_id
    WHERE c.id = ${id}::uuid AND c.review_id = ${reviewId}::uuid`;
  return found;
}

async function takeStep(
  reviewId: string,
  byId: string,
  step: StepKind,
  given: DisputeReply,
  record?: (tx: Transaction) => Promise<void>,
): DisputeResult {
  return db.$transaction(async (tx) => {
    await lockReviewShared(tx, reviewId, given.checkId);
    const review = await tx.review.findUniqueOrThrow({ where: { id: reviewId }, select: { state: true } });
    const check = await find(tx, reviewId, given.checkId);
    if (!check) return fail("not_found");
    const { annotatorId, reviewerId } = check;
    const side = { objection: annotatorId, answer: reviewerId, ruling: null }[step];
    // Whose it isn't is told nothing of it.
    if (side !== null && side !== byId) return fail("not_found");
    const same = check.steps.find(({ id }) => id === given.id);
    if (same) return same.step === step && same.byId === byId ? succeed() : fail("invalid");
    if (review.state === "draft") return fail("not_found");
    if (review.state !== "open") return fail(review.state);
    const refused = refuse(check, step, byId);
    if (refused) return fail(refused);
    const { id, checkId, stands, words } = given;
    await tx.reviewDisputeStep.create({
      data: { id, checkId, reviewId, annotatorId, reviewerId, step, byId, stands, words },
    });
    await record?.(tx);
    return succeed();
  });
}

function refuse({ steps, ...check }: Check, step: StepKind, byId: string): DisputeProblem | null {
  const has = (kind: StepKind) => steps.some((one) => one.step === kind);
  if (check.itemRound !== check.round) return "returned";
  if (check.batch === "accepted") return "accepted";
  if (step === "objection") return check.isRight ? "is_right" : has("objection") ? "done" : null;
  if (step === "ruling" && [check.annotatorId, check.reviewerId].includes(byId)) return "own";
  if (!has("objection")) return "no_objection";
  const isOver = has("ruling") || steps.some(({ stands }) => stands === false);
  if (isOver || has(step)) return "done";
  return step === "ruling" && !has("answer") && check.mayAnswer ? "not_answered" : null;
}
