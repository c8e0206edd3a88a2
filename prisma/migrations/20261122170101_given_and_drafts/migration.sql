-- When an answer was given, by the database's clock: what was given last counts, whichever arrives last.
ALTER TABLE "answer_revisions"
  ADD COLUMN "given_at" TIMESTAMPTZ(3),
  ADD COLUMN "from_draft" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "answers" ADD COLUMN "from_draft" BOOLEAN NOT NULL DEFAULT false;

-- Where one doesn't go back: what somebody has given to the case they are at, before they go on. Not an answer.
CREATE TABLE "answer_drafts" (
  "sitting_id" UUID NOT NULL,
  "position" SMALLINT NOT NULL,
  "id" UUID NOT NULL,
  "value" JSONB NOT NULL,
  "client_at" TIMESTAMPTZ(3) NOT NULL,
  "given_at" TIMESTAMPTZ(3) NOT NULL,
  "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "answer_drafts_pkey" PRIMARY KEY ("sitting_id", "position")
);
ALTER TABLE "answer_drafts" ADD CONSTRAINT "answer_drafts_sitting_id_position_fkey" FOREIGN KEY ("sitting_id", "position")
  REFERENCES "served_cases"("sitting_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- Why a sitting takes nothing for this case; null where it does.
CREATE FUNCTION "refuse_answer"(
  of_sitting uuid, of_position smallint, grace interval, may_go_back boolean, required text[]
) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE
    WHEN s.state IN ('submitted', 'withdrawn') THEN s.state::text
    WHEN s.state <> 'started' THEN 'not_served'
    WHEN st.state NOT IN ('open', 'paused') THEN 'closed'
    WHEN clock_timestamp() > s.started_at + s.time_allowance_ms * interval '1 millisecond' + grace THEN 'time_over'
    WHEN NOT may_go_back AND has_passed(of_sitting, of_position, required) THEN 'passed'
    WHEN s.released_at IS NOT NULL THEN 'released'
  END FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = of_sitting
$$;

-- As lockAnswers in lib/sittings/locks.ts: what changes one sitting's answers happens one after the other, and a close
-- waits for what is under way. False where the sitting isn't that person's.
CREATE FUNCTION "lock_own_sitting"(of_user uuid, of_sitting uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  its_study uuid;
BEGIN
  SELECT study_id INTO its_study FROM sittings WHERE id = of_sitting AND user_id = of_user;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(its_study::text));
  PERFORM pg_advisory_xact_lock(hashtext('sitting'), hashtext(of_sitting::text));
  RETURN true;
END $$;

-- So long ago, but never before the sitting began, and never later than now.
CREATE FUNCTION "given_before"(of_sitting uuid, ago interval) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', least(clock_timestamp(), greatest(clock_timestamp() - coalesce(ago, interval '0'), started_at)))
  FROM sittings WHERE id = of_sitting
$$;

DROP FUNCTION "save_answer"(uuid, uuid, smallint, uuid, integer, jsonb, timestamptz, interval, boolean, text[]);

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them.
CREATE FUNCTION "save_answer"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_revision integer, new_value jsonb,
  by_client timestamptz, grace interval, may_go_back boolean, required text[],
  ago interval DEFAULT NULL, follows text DEFAULT NULL,
  OUT outcome text, OUT kept_as integer, OUT kept_at timestamptz, OUT counting integer, OUT newer jsonb
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  is_same boolean;
  before record;
  given timestamptz;
BEGIN
  IF NOT lock_own_sitting(of_user, of_sitting) THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  SELECT revision, saved_at, sitting_id = of_sitting AND position = of_position AND value = new_value
    INTO kept_as, kept_at, is_same FROM answer_revisions WHERE id = new_id;
  IF NOT FOUND THEN
    outcome := refuse_answer(of_sitting, of_position, grace, may_go_back, required);
    IF outcome IS NOT NULL THEN
      RETURN;
    END IF;
    SELECT max(revision) AS highest, max(at) AS newest, coalesce(bool_or(revision = new_revision), false) AS is_taken,
        (array_agg(revision ORDER BY at DESC, revision DESC))[1] AS counts,
        max(at) FILTER (WHERE follows IN (id::text, revision::text)) AS followed
      INTO STRICT before FROM (SELECT id, revision, coalesce(given_at, saved_at) AS at
        FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position) history;
    -- Nobody gives an answer before the one that they saw when they gave it, however long either was under way.
    given := greatest(given_before(of_sitting, ago), before.followed);
    -- Who can't tell how long ago says by a lower number that it was given without knowing of what counts.
    IF ago IS NULL AND new_revision < before.counts THEN
      given := before.newest - interval '1 millisecond';
    END IF;
    -- What counts from now on has a number above all others, so that every device takes it for the newer one.
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, client_at, given_at)
      VALUES (new_id, of_sitting, of_position,
        CASE WHEN before.is_taken OR given >= before.newest AND new_revision < before.highest
          THEN before.highest + 1 ELSE new_revision END, new_value, by_client, given)
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, saved_at INTO kept_as, kept_at;
    is_same := FOUND;
    IF is_same THEN
      PERFORM rebuild_answer(of_sitting, of_position, kept_at);
      IF NOT may_go_back THEN
        DELETE FROM answer_drafts WHERE sitting_id = of_sitting AND position = of_position;
      END IF;
    END IF;
  END IF;
  -- An id is good for one answer.
  IF NOT is_same THEN
    outcome := 'invalid';
    RETURN;
  END IF;
  outcome := 'saved';
  SELECT revision, CASE WHEN revision <> kept_as THEN jsonb_build_object(
      'choice', choice, 'probabilities', probabilities, 'confidence', confidence, 'reason', reason,
      'knowsWork', knows_work, 'isFlagged', is_flagged, 'cannotRead', cannot_read, 'unfolded', unfolded,
      'activeMs', active_ms, 'firstAnswerMs', first_answer_ms, 'focusLosses', focus_losses) END
    INTO STRICT counting, newer FROM answers WHERE sitting_id = of_sitting AND position = of_position;
END $$;

-- One draft a case: the one that was given last.
CREATE FUNCTION "save_draft"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_value jsonb, by_client timestamptz,
  grace interval, required text[], ago interval, follows text, OUT outcome text, OUT kept_at timestamptz
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT lock_own_sitting(of_user, of_sitting) THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  outcome := refuse_answer(of_sitting, of_position, grace, false, required);
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO answer_drafts AS kept (sitting_id, position, id, value, client_at, given_at)
    VALUES (of_sitting, of_position, new_id, new_value, by_client, given_before(of_sitting, ago))
    ON CONFLICT (sitting_id, position) DO UPDATE SET id = EXCLUDED.id, value = EXCLUDED.value,
      client_at = EXCLUDED.client_at, given_at = greatest(EXCLUDED.given_at, kept.given_at), saved_at = EXCLUDED.saved_at
      WHERE EXCLUDED.given_at >= kept.given_at OR kept.id::text = follows;
  outcome := 'saved';
  kept_at := clock_timestamp();
END $$;

-- Nobody can go on any more: where the plan says so, a draft that has all that the study requires becomes the answer, if
-- nothing was given after it. None is left.
CREATE FUNCTION "settle_drafts"(of_sitting uuid, they_count boolean, required text[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  draft record;
BEGIN
  FOR draft IN SELECT d.* FROM answer_drafts d, jsonb_populate_record(null::answers, d.value || jsonb_build_object(
        'knows_work', d.value->'knowsWork', 'cannot_read', d.value->'cannotRead')) given
      WHERE they_count AND d.sitting_id = of_sitting AND lacks_part(given, required) IS NULL
        AND NOT has_passed(of_sitting, d.position, required)
        AND NOT EXISTS (SELECT FROM answer_revisions r WHERE r.sitting_id = of_sitting AND r.position = d.position
          AND coalesce(r.given_at, r.saved_at) > d.given_at)
      ORDER BY d.position
  LOOP
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, client_at, given_at, from_draft)
      SELECT draft.id, of_sitting, draft.position, coalesce(max(revision), 0) + 1, draft.value, draft.client_at, draft.given_at, true
      FROM answer_revisions WHERE sitting_id = of_sitting AND position = draft.position
      ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      PERFORM rebuild_answer(of_sitting, draft.position, now());
    END IF;
  END LOOP;
  DELETE FROM answer_drafts WHERE sitting_id = of_sitting;
END $$;

-- When a study closes, by what its plan asks: as listRequired in lib/sittings/completeness.ts.
CREATE FUNCTION "settle_study_drafts"(of_study uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT settle_drafts(s.id, coalesce((asked->>'draftsCount')::boolean, false), array_remove(ARRAY['choice',
      CASE WHEN asked->'confidence'->>'ask' = 'required' THEN 'confidence' END,
      CASE WHEN asked->>'reason' = 'required' THEN 'reason' END,
      CASE WHEN asked->>'knowsWork' = 'required' THEN 'knowsWork' END], NULL))
  FROM studies st JOIN sittings s ON s.study_id = st.id AND s.state = 'started', LATERAL (SELECT st.draft->'questions') q (asked)
  WHERE st.id = of_study AND EXISTS (SELECT FROM answer_drafts d WHERE d.sitting_id = s.id)
$$;

-- The current answer is always made from the history, so it doesn't matter in which order revisions arrive.
CREATE OR REPLACE FUNCTION "rebuild_answer"(of_sitting uuid, of_position smallint, at timestamptz) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  WITH history AS (
    SELECT revision, value, from_draft, coalesce(given_at, saved_at) AS given
    FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position
  ), changes AS (
    SELECT count(*)::int AS made FROM (
      SELECT value->>'choice' AS choice, lag(value->>'choice') OVER (ORDER BY given, revision) AS earlier
      FROM history WHERE value->>'choice' IS NOT NULL
    ) steps WHERE choice <> earlier
  ), times AS (
    SELECT max((value->>'activeMs')::int) AS active, min((value->>'firstAnswerMs')::int) AS first,
      max((value->>'focusLosses')::int) AS losses FROM history
  ), newest AS (
    SELECT * FROM history ORDER BY given DESC, revision DESC LIMIT 1
  )
  INSERT INTO answers (sitting_id, position, revision, choice, traits, probabilities, confidence, reason,
    knows_work, is_flagged, cannot_read, unfolded, from_draft, active_ms, first_answer_ms, focus_losses, changes, saved_at)
  SELECT of_sitting, of_position, newest.revision, (newest.value->>'choice')::smallint, '{}',
    ARRAY(SELECT item::float8 FROM jsonb_array_elements_text(newest.value->'probabilities') AS item),
    (newest.value->>'confidence')::float8, newest.value->>'reason', (newest.value->>'knowsWork')::boolean,
    (newest.value->>'isFlagged')::boolean, coalesce((newest.value->>'cannotRead')::boolean, false),
    (newest.value->>'unfolded')::boolean, newest.from_draft, times.active, times.first, times.losses, changes.made, at
  FROM newest, times, changes
  ON CONFLICT (sitting_id, position) DO UPDATE SET revision = EXCLUDED.revision, choice = EXCLUDED.choice,
    probabilities = EXCLUDED.probabilities, confidence = EXCLUDED.confidence, reason = EXCLUDED.reason,
    knows_work = EXCLUDED.knows_work, is_flagged = EXCLUDED.is_flagged,
    cannot_read = EXCLUDED.cannot_read, unfolded = EXCLUDED.unfolded, from_draft = EXCLUDED.from_draft, active_ms = EXCLUDED.active_ms,
    first_answer_ms = EXCLUDED.first_answer_ms, focus_losses = EXCLUDED.focus_losses,
    changes = EXCLUDED.changes, saved_at = EXCLUDED.saved_at;
END $$;
