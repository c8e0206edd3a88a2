import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";
import { lockAnswers } from "#lib/sittings/locks.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { recallDesign } from "#lib/sittings/queries.ts";
import type { SavedAnswer, SittingState } from "#lib/sittings/schema.ts";
import { toStored } from "#lib/sittings/stored-answer.ts";
import { isRunning, type StudyState } from "#lib/studies/schema.ts";

type Participant = Viewer<"participant">;
export type Saved = {
  /** Under which revision it is kept: another than asked for where a second device had taken that one. */
  revision: number;
  savedAt: Date;
  /** The revision that counts now; above `revision` where a newer one was there already. */
  current: number;
};
export type SaveProblem =
  | "not_found"
  | "closed"
  | "submitted"
  | "withdrawn"
  | "not_served"
  | "invalid"
  /** One doesn't go back in this study, and a later case is answered. */
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
  const { sittingId, position, value } = given;
  const [place] = await db.$queryRaw<{ studyId: string; optionOrder: number[] | null }[]>`
    SELECT s.study_id::text AS "studyId", v.option_order AS "optionOrder"
    FROM sittings s LEFT JOIN served_cases v ON v.sitting_id = s.id AND v.position = ${position}
    WHERE s.id = ${sittingId}::uuid AND s.user_id = ${viewer.userId}::uuid`;
  if (!place) return fail("not_found");
  if (!place.optionOrder) return fail("not_served");
  const { questions } = await recallDesign(viewer, place.studyId);
  const stored = toStored(value, place.optionOrder, questions);
  if (!stored) return fail("invalid");
  const content = JSON.stringify(stored);
  const outcome = await write(place.studyId, given, content);
  if (!outcome.isReleased || outcome.revision !== null) return judge(outcome);
  const again = await startSitting(viewer, sittingId);
  if (!again.ok) return fail(again.error === "full" ? "full" : "closed");
  return judge(await write(place.studyId, given, content));
}

type Outcome = {
  sitting: SittingState;
  study: StudyState;
  isReleased: boolean;
  /** Null where the id is new; whether what is kept under it is this answer. */
  isSame: boolean | null;
  revision: number | null;
  savedAt: Date | null;
  current: number | null;
};

function judge({ sitting, study, isSame, revision, savedAt, current }: Outcome): Result<Saved, SaveProblem> {
  if (isSame === false) return fail("invalid");
  if (revision !== null && savedAt && current !== null) return succeed({ revision, savedAt, current });
  return refusal(sitting, study);
}

function refusal(sitting: SittingState, study: StudyState): Failure<SaveProblem> {
  if (sitting === "withdrawn" || sitting === "submitted") return fail(sitting);
  if (sitting === "consented") return fail("not_served");
  // Nothing stands against it but an id that is in use in some other sitting.
  return isRunning(study) ? fail("invalid") : fail("closed");
}

/**
 * One transaction: the locks, and then one statement that sees everything committed before it. The current answer is
 * always made from the history, so it doesn't matter in which order revisions arrive.
 */
async function write(studyId: string, given: SavedAnswer, content: string): Promise<Outcome> {
  const { sittingId, position, id, revision, clientAt } = given;
  const lock = lockAnswers(db, studyId, sittingId);
  const sitting = Prisma.sql`${sittingId}::uuid`;
  const place = Prisma.sql`${position}::smallint`;
  const value = Prisma.sql`${content}::jsonb`;
  const store = db.$queryRaw<Outcome[]>`
    WITH facts AS (
      SELECT s.state AS sitting, st.state AS study, s.released_at IS NOT NULL AS is_released
      FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = ${sitting}
    ), before AS (
      SELECT revision, saved_at, (sitting_id = ${sitting} AND position = ${place} AND value = ${value}) AS is_same
      FROM answer_revisions WHERE id = ${id}::uuid
    ), known AS (
      SELECT revision, value FROM answer_revisions WHERE sitting_id = ${sitting} AND position = ${place}
    ), kept AS (
      INSERT INTO answer_revisions (id, sitting_id, position, revision, value, client_at)
      SELECT ${id}::uuid, ${sitting}, ${place},
        CASE WHEN EXISTS (SELECT FROM known WHERE revision = ${revision}::int)
          THEN (SELECT max(revision) + 1 FROM known) ELSE ${revision}::int END,
        ${value}, ${clientAt}
      FROM facts
      WHERE sitting = 'started' AND study IN ('open', 'paused') AND NOT is_released AND NOT EXISTS (SELECT FROM before)
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, value, saved_at
    ), history AS (
      SELECT revision, value FROM known UNION ALL SELECT revision, value FROM kept
    ), changes AS (
      SELECT count(*)::int AS made FROM (
        SELECT value->>'choice' AS choice, lag(value->>'choice') OVER (ORDER BY revision) AS earlier
        FROM history WHERE value->>'choice' IS NOT NULL
      ) steps WHERE choice <> earlier
    ), times AS (
      SELECT max((value->>'activeMs')::int) AS active, min((value->>'firstAnswerMs')::int) AS first,
        max((value->>'focusLosses')::int) AS losses FROM history
    ), newest AS (
      SELECT revision, value FROM history ORDER BY revision DESC LIMIT 1
    ), written AS (
      INSERT INTO answers (sitting_id, position, revision, choice, traits, probabilities, confidence, reason,
        knows_work, is_flagged, active_ms, first_answer_ms, focus_losses, changes, saved_at)
      SELECT ${sitting}, ${place}, newest.revision, (newest.value->>'choice')::smallint, '{}',
        ARRAY(SELECT item::float8 FROM jsonb_array_elements_text(newest.value->'probabilities') AS item),
        (newest.value->>'confidence')::float8, newest.value->>'reason', (newest.value->>'knowsWork')::boolean,
        (newest.value->>'isFlagged')::boolean, times.active, times.first, times.losses, changes.made, kept.saved_at
      FROM newest, times, changes, kept
      ON CONFLICT (sitting_id, position) DO UPDATE SET revision = EXCLUDED.revision, choice = EXCLUDED.choice,
        probabilities = EXCLUDED.probabilities, confidence = EXCLUDED.confidence, reason = EXCLUDED.reason,
        knows_work = EXCLUDED.knows_work, is_flagged = EXCLUDED.is_flagged, active_ms = EXCLUDED.active_ms,
        first_answer_ms = EXCLUDED.first_answer_ms, focus_losses = EXCLUDED.focus_losses,
        changes = EXCLUDED.changes, saved_at = EXCLUDED.saved_at
    )
    SELECT facts.sitting::text, facts.study::text, facts.is_released AS "isReleased", before.is_same AS "isSame",
      coalesce(kept.revision, before.revision) AS revision, coalesce(kept.saved_at, before.saved_at) AS "savedAt",
      (SELECT max(revision) FROM history) AS current
    FROM facts LEFT JOIN before ON true LEFT JOIN kept ON true`;
  const [, rows] = await db.$transaction([lock, store]);
  const [outcome] = rows;
  if (!outcome) throw new Error("a sitting went while its answer was being saved");
  return outcome;
}
