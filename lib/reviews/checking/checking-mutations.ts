import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type {
  AuditProblem,
  BlindSaved,
  CheckProblem,
  CheckSaved,
  SentAudit,
  SentBlind,
  SentCheck,
} from "#lib/reviews/checking/schema.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/settings-queries.ts";
import { hasStepPart } from "#lib/reviews/queue/steps.ts";

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
