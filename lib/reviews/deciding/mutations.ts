import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { ask } from "#lib/db.ts";
import { rateOf, type CheckRate, type AnnotatorCounts } from "#lib/metrics/review/coverage.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { DecideProblem, SavedDecision, SentDecision } from "#lib/reviews/deciding/schema.ts";
import { getFrozenSettings, hasStepPart } from "#lib/reviews/queue/queries.ts";

type DecisionOutcome =
  | { outcome: "saved"; revision: number; savedAt: Date }
  | ({ outcome: "other_record" } & AnnotatorCounts)
  | { outcome: DecideProblem };

// What was known of an annotator after their last decision: mostly it still is, which saves an exchange. The database knows.
const remembered = processSingleton(
  "what is known of annotators",
  () => new BoundedMap<string, AnnotatorCounts>(2000),
);

/** As often as others check, or settle a dispute about, this annotator's decisions in the same instant. */
const tries = 10;

/**
 * Acknowledged only when the database has committed it; the same again is acknowledged the same. Whether it is checked is
 * drawn and stored with it.
 */
export async function saveDecision(
  part: OwnPart,
  given: SentDecision,
): Promise<Result<SavedDecision, DecideProblem>> {
  if (!hasStepPart(part, "decide")) return fail("not_your_part");
  const settings = await getFrozenSettings(part);
  const { reason } = given;
  if (reason !== null && !settings.decisions.reasons.some(({ key }) => key === reason))
    return fail("invalid");
  const annotator = `${part.reviewId} ${part.userId}`;
  let known = remembered.get(annotator);
  for (let tried = 0; tried < tries; tried++) {
    const rate = known ? { ...known, ...rateOf(settings.coverage, known) } : null;
    const kept = await decide(part, given, rate, settings.secondShare);
    if (kept.outcome === "other_record") {
      const { decided, reviewed, right } = kept;
      known = { decided, reviewed, right };
      continue;
    }
    if (kept.outcome !== "saved") return fail(kept.outcome);
    const { revision, savedAt } = kept;
    if (known && revision === 1) remembered.set(annotator, { ...known, decided: known.decided + 1 });
    return succeed({ revision, savedAt: savedAt.toISOString() });
  }
  throw new Error(
    `what is known of annotator ${part.number} changed ${tries} times while a decision was stored`,
  );
}

/** In SQL: the database's function decides and stores in one exchange. */
async function decide(
  { reviewId, userId }: OwnPart,
  given: SentDecision,
  known: (AnnotatorCounts & CheckRate) | null,
  secondShare: number,
): Promise<DecisionOutcome> {
  const { number, round, id, accepts, reason, comment, clientAt, agoMs } = given;
  const [kept] = await ask<DecisionOutcome>(
    "decide review item",
    `SELECT outcome, kept_as AS revision, kept_at AS "savedAt", decided, reviewed, was_right AS "right"
     FROM decide_review_item($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      reviewId,
      userId,
      number,
      round,
      id,
      accepts,
      reason,
      comment,
      clientAt,
      `${agoMs} ms`,
      known?.decided ?? null,
      known?.reviewed ?? null,
      known?.right ?? null,
      known?.rate ?? null,
      known?.band ?? null,
      secondShare,
    ],
  );
  if (!kept) throw new Error("the database said nothing about a decision");
  return kept;
}
