import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask, db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type {
  AuditProblem,
  BlindSaved,
  CheckProblem,
  CheckSaved,
  SentAudit,
  SentBlind,
  SentCheck,
  DisputeProblem,
  SentAnswer,
  SentObjection,
} from "#lib/reviews/checking/schema.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { lockReviewShared } from "#lib/reviews/queue/mutations.ts";
import { getFrozenSettings, hasStepPart } from "#lib/reviews/queue/queries.ts";

// In SQL: the database's functions decide and store in one exchange each.

const isReason = ({ decisions }: ReviewSettings, reason: string | null) =>
  reason === null || decisions.reasons.some(({ key }) => key === reason);
const isError = ({ errorTypes }: ReviewSettings, type: string | null) =>
  type === null || errorTypes.some(({ key }) => key === type);

type SaveOutcome<Problem> = { outcome: "saved"; savedAt: Date } | { outcome: Problem };

function toSaveResult<Problem extends string>(
  kept: SaveOutcome<Problem> | undefined,
): Result<CheckSaved, Problem> {
  if (!kept) throw new Error("the database said nothing about a check");
  if (kept.outcome !== "saved") return fail(kept.outcome);
  return succeed({ savedAt: (kept as { savedAt: Date }).savedAt.toISOString() });
}

type BlindOutcome =
  | ({ outcome: "saved"; saidAccept: boolean; saidReason: string | null } & BlindSaved["decision"])
  | { outcome: CheckProblem };

/** From then on the reviewer is shown what the annotator said; what was said first stays. */
export async function saveBlindDecision(
  part: OwnPart,
  given: SentBlind,
): Promise<Result<BlindSaved, CheckProblem>> {
  if (!hasStepPart(part, "check")) return fail("not_your_part");
  const settings = await getFrozenSettings(part);
  if (!settings.blind || !isReason(settings, given.reason)) return fail("invalid");
  const { number, round, place, decisionId, id, accepts, reason, clientAt } = given;
  const [kept] = await ask<BlindOutcome>(
    "decide blind",
    `SELECT outcome, said_accept AS "saidAccept", said_reason AS "saidReason", did_accept AS accepts,
       its_reason AS reason, its_comment AS comment
     FROM decide_review_item_blind($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [part.reviewId, part.userId, number, round, place, decisionId, id, accepts, reason, clientAt],
  );
  if (!kept) throw new Error("the database said nothing about a blind decision");
  if (kept.outcome !== "saved") return fail(kept.outcome);
  const { saidAccept, saidReason, ...decision } = kept as Extract<BlindOutcome, { outcome: "saved" }>;
  return succeed({
    blind: { accepts: saidAccept, reason: saidReason },
    decision: { accepts: decision.accepts, reason: decision.reason, comment: decision.comment },
  });
}

/** Acknowledged only when it is committed; the same again is acknowledged the same. Whether it is audited is drawn with it. */
export async function saveCheck(part: OwnPart, given: SentCheck): Promise<Result<CheckSaved, CheckProblem>> {
  if (!hasStepPart(part, "check")) return fail("not_your_part");
  const settings = await getFrozenSettings(part);
  if (!isError(settings, given.errorType) || !isReason(settings, given.correctedReason))
    return fail("invalid");
  const { number, round, place, decisionId, id, isRight, errorType, comment, clientAt, agoMs } = given;
  const [kept] = await ask<SaveOutcome<CheckProblem>>(
    "check decision",
    `SELECT outcome, kept_at AS "savedAt"
     FROM check_review_decision($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      part.reviewId,
      part.userId,
      number,
      round,
      place,
      decisionId,
      id,
      isRight,
      errorType,
      given.correctedAccepts,
      given.correctedReason,
      comment,
      clientAt,
      `${agoMs} ms`,
      settings.blind,
      settings.auditRate,
    ],
  );
  return toSaveResult(kept);
}

export async function saveAudit(part: OwnPart, given: SentAudit): Promise<Result<CheckSaved, AuditProblem>> {
  if (!hasStepPart(part, "audit")) return fail("not_your_part");
  const { checkId, id, agrees, comment, clientAt } = given;
  const [kept] = await ask<SaveOutcome<AuditProblem>>(
    "audit check",
    `SELECT outcome, kept_at AS "savedAt" FROM audit_review_check($1, $2, $3, $4, $5, $6, $7)`,
    [part.reviewId, part.userId, checkId, id, agrees, comment, clientAt],
  );
  return toSaveResult(kept);
}

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
