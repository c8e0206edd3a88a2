import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listRequired } from "#lib/sittings/completeness.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { recallDesign } from "#lib/sittings/queries.ts";
import { answerValue, type AnswerValue, type SavedAnswer } from "#lib/sittings/schema.ts";
import { recallServing } from "#lib/sittings/serving-queries.ts";
import { toShown, toStored, type StoredValue } from "#lib/sittings/stored-answer.ts";
import { graceMs } from "#lib/sittings/time-limit.ts";
import type { Questions } from "#lib/studies/schema.ts";

type Participant = Viewer<"participant">;
export type Saved = {
  /** Under which revision it is kept: another than asked for where a second device had taken that one. */
  revision: number;
  savedAt: Date;
  /** The revision that counts now; above `revision` where a newer one was there already. */
  current: number;
  /** That newer one, as it was shown. */
  newer: AnswerValue | null;
};
export type SaveProblem =
  | "not_found"
  | "closed"
  | "submitted"
  | "withdrawn"
  | "not_served"
  | "invalid"
  /** One doesn't go back in this study, and has gone on from this case. */
  | "passed"
  /** The study's time limit is over for this person. */
  | "time_over"
  /** The place was given to somebody else, and none is left. */
  | "full";

/** Acknowledged only when the database has committed it; the same answer again is acknowledged the same. */
export async function saveAnswer(
  viewer: Participant,
  given: SavedAnswer,
): Promise<Result<Saved, SaveProblem>> {
  const serving = await recallServing(viewer, given.sittingId);
  if (!serving) return fail("not_found");
  const order = serving.orders.get(given.position);
  if (!order) return fail("not_served");
  const { questions } = await recallDesign(viewer, serving.studyId);
  const stored = toStored(given.value, order, questions);
  if (!stored) return fail("invalid");
  const save = () => write(viewer, { ...given, value: stored }, questions);
  let kept = await save();
  if (kept.outcome === "released") {
    const again = await startSitting(viewer, given.sittingId);
    if (!again.ok) return fail(again.error === "full" ? "full" : "closed");
    kept = await save();
  }
  if (kept.outcome !== "saved") return fail(kept.outcome === "released" ? "full" : kept.outcome);
  const { revision, savedAt, current, newer } = kept;
  return succeed({
    revision,
    savedAt,
    current,
    newer: newer === null ? null : toShown(answerValue.parse(newer), order),
  });
}

type Kept =
  | { outcome: "saved"; revision: number; savedAt: Date; current: number; newer: unknown }
  | { outcome: SaveProblem | "released" };

/** The database decides and stores in one exchange; its function save_answer says by which rules. */
async function write(
  { userId }: Participant,
  { sittingId, position, id, revision, value, clientAt }: Omit<SavedAnswer, "value"> & { value: StoredValue },
  questions: Questions,
): Promise<Kept> {
  const [kept] = await ask<Kept>(
    "save_answer",
    `SELECT outcome, kept_as AS revision, kept_at AS "savedAt", counting AS current, newer
     FROM save_answer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[userId, sittingId, position, id, revision, JSON.stringify(value), clientAt],
      ...[`${graceMs} ms`, questions.mayGoBack, listRequired(questions)],
    ],
  );
  if (!kept) throw new Error("the database said nothing about an answer");
  return kept;
}
