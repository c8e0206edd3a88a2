-- "I can't read this" is an answer of its own; and whether the candidates' profiles stood unfolded.
ALTER TABLE "answers"
  ADD COLUMN "cannot_read" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "unfolded" BOOLEAN,
  ADD CONSTRAINT "answers_cannot_read" CHECK (NOT "cannot_read"
    OR "choice" IS NULL AND "confidence" IS NULL AND coalesce(cardinality("probabilities"), 0) = 0);

-- The first part of what a study requires that an answer hasn't; null where it has everything, and where the case can't be
-- read. Nothing at all lacks the first.
-- A reason of nothing but what JavaScript's trim takes away is none.
CREATE OR REPLACE FUNCTION "lacks_part"(given "answers", required text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT part FROM unnest(required) WITH ORDINALITY AS wanted (part, place)
  WHERE given.cannot_read IS NOT true AND NOT CASE part
    WHEN 'choice' THEN given.choice IS NOT NULL
    WHEN 'confidence' THEN coalesce(given.confidence IS NOT NULL OR cardinality(given.probabilities) > 0, false)
    WHEN 'reason' THEN coalesce(btrim(given.reason, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006'
      '\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') <> '', false)
    WHEN 'knowsWork' THEN given.knows_work IS NOT NULL
    ELSE false
  END
  ORDER BY place LIMIT 1
$$;

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them.
CREATE OR REPLACE FUNCTION "save_answer"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_revision integer, new_value jsonb,
  given_at timestamptz, grace interval, may_go_back boolean, required text[],
  OUT outcome text, OUT kept_as integer, OUT kept_at timestamptz, OUT counting integer, OUT newer jsonb
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  its_study uuid;
  is_same boolean;
  sitting record;
BEGIN
  SELECT study_id INTO its_study FROM sittings WHERE id = of_sitting AND user_id = of_user;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  -- As lockAnswers in lib/sittings/locks.ts: what changes one sitting's answers happens one after the other, and a
  -- close waits for what is under way.
  PERFORM pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(its_study::text));
  PERFORM pg_advisory_xact_lock(hashtext('sitting'), hashtext(of_sitting::text));

  SELECT revision, saved_at, sitting_id = of_sitting AND position = of_position AND value = new_value
    INTO kept_as, kept_at, is_same FROM answer_revisions WHERE id = new_id;
  IF NOT FOUND THEN
    SELECT s.state, st.state AS study, s.released_at IS NOT NULL AS is_released,
        now() > s.started_at + s.time_allowance_ms * interval '1 millisecond' + grace AS is_late
      INTO STRICT sitting FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = of_sitting;
    outcome := CASE
      WHEN sitting.state IN ('submitted', 'withdrawn') THEN sitting.state::text
      WHEN sitting.state <> 'started' THEN 'not_served'
      WHEN sitting.study NOT IN ('open', 'paused') THEN 'closed'
      WHEN sitting.is_late THEN 'time_over'
      WHEN NOT may_go_back AND has_passed(of_sitting, of_position, required) THEN 'passed'
      WHEN sitting.is_released THEN 'released'
    END;
    IF outcome IS NOT NULL THEN
      RETURN;
    END IF;
    -- Two devices may have counted to the same number: who comes second gets the next.
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, client_at)
      SELECT new_id, of_sitting, of_position,
        CASE WHEN bool_or(revision = new_revision) THEN max(revision) + 1 ELSE new_revision END, new_value, given_at
      FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, saved_at INTO kept_as, kept_at;
    is_same := FOUND;
    IF is_same THEN
      PERFORM rebuild_answer(of_sitting, of_position, kept_at);
    END IF;
  END IF;
  -- An id is good for one answer.
  IF NOT is_same THEN
    outcome := 'invalid';
    RETURN;
  END IF;
  outcome := 'saved';
  SELECT revision, CASE WHEN revision > kept_as THEN jsonb_build_object(
      'choice', choice, 'probabilities', probabilities, 'confidence', confidence, 'reason', reason,
      'knowsWork', knows_work, 'isFlagged', is_flagged, 'cannotRead', cannot_read, 'unfolded', unfolded,
      'activeMs', active_ms, 'firstAnswerMs', first_answer_ms, 'focusLosses', focus_losses) END
    INTO STRICT counting, newer FROM answers WHERE sitting_id = of_sitting AND position = of_position;
END $$;

-- Where one doesn't go back: whether a later case is answered, or this one has all it needs. Practice comes before
-- the cases and may be repeated.
CREATE OR REPLACE FUNCTION "has_passed"(of_sitting uuid, of_position smallint, required text[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM served_cases v JOIN study_cases c ON c.id = v.study_case_id
      WHERE v.sitting_id = of_sitting AND v.position = of_position AND c.stratum <> 'practice'
    ) AND EXISTS (
      SELECT FROM answers a WHERE a.sitting_id = of_sitting AND (
        a.position > of_position AND (a.choice IS NOT NULL OR a.cannot_read)
        OR a.position = of_position AND lacks_part(a, required) IS NULL
      )
    );
END $$;

-- The current answer is always made from the history, so it doesn't matter in which order revisions arrive.
CREATE OR REPLACE FUNCTION "rebuild_answer"(of_sitting uuid, of_position smallint, at timestamptz) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  WITH history AS (
    SELECT revision, value FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position
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
  )
  INSERT INTO answers (sitting_id, position, revision, choice, traits, probabilities, confidence, reason,
    knows_work, is_flagged, cannot_read, unfolded, active_ms, first_answer_ms, focus_losses, changes, saved_at)
  SELECT of_sitting, of_position, newest.revision, (newest.value->>'choice')::smallint, '{}',
    ARRAY(SELECT item::float8 FROM jsonb_array_elements_text(newest.value->'probabilities') AS item),
    (newest.value->>'confidence')::float8, newest.value->>'reason', (newest.value->>'knowsWork')::boolean,
    (newest.value->>'isFlagged')::boolean, coalesce((newest.value->>'cannotRead')::boolean, false),
    (newest.value->>'unfolded')::boolean, times.active, times.first, times.losses, changes.made, at
  FROM newest, times, changes
  ON CONFLICT (sitting_id, position) DO UPDATE SET revision = EXCLUDED.revision, choice = EXCLUDED.choice,
    probabilities = EXCLUDED.probabilities, confidence = EXCLUDED.confidence, reason = EXCLUDED.reason,
    knows_work = EXCLUDED.knows_work, is_flagged = EXCLUDED.is_flagged,
    cannot_read = EXCLUDED.cannot_read, unfolded = EXCLUDED.unfolded, active_ms = EXCLUDED.active_ms,
    first_answer_ms = EXCLUDED.first_answer_ms, focus_losses = EXCLUDED.focus_losses,
    changes = EXCLUDED.changes, saved_at = EXCLUDED.saved_at;
END $$;
