-- A server that was set back to an earlier state takes again what it acknowledged: as it was given and saved then.
DROP FUNCTION "save_answer"(uuid, uuid, smallint, uuid, integer, jsonb, smallint, text, text[], timestamptz, interval, boolean, interval, text);

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them. `was_given` and
-- `was_saved`: of an answer that was acknowledged before, and that this database no longer has. `by_sign_in`: asked again,
-- since whoever sends answers was proven up to a minute ago. `of_case` and `of_order`: what the process remembers of what
-- was served there, which a database that was set back may have served otherwise since.
CREATE FUNCTION "save_answer"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_revision integer, new_value jsonb,
  of_version smallint, decided text, lacking text[],
  by_client timestamptz, grace interval, may_go_back boolean, ago interval, follows text,
  of_case integer, of_order smallint[],
  was_given timestamptz DEFAULT NULL, was_saved timestamptz DEFAULT NULL, by_sign_in uuid DEFAULT NULL,
  OUT outcome text, OUT kept_as integer, OUT kept_at timestamptz, OUT counting integer, OUT newer jsonb,
  OUT given timestamptz
) LANGUAGE plpgsql VOLATILE
-- A plan that is made while a table has a page is kept while it gets thousands.
SET enable_seqscan = off AS $$
DECLARE
  is_same boolean;
  before record;
BEGIN
  IF by_sign_in IS NOT NULL AND NOT EXISTS (
    SELECT FROM sign_ins i JOIN users u ON u.id = i.user_id
    WHERE i.id = by_sign_in AND u.id = of_user AND u.role = 'participant' AND u.deactivated_at IS NULL
      AND i.ended_at IS NULL AND i.expires_at > now()
  ) THEN
    outcome := 'not_signed_in';
    RETURN;
  END IF;
  IF NOT lock_own_sitting(of_user, of_sitting) THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  IF NOT EXISTS (
    SELECT FROM served_cases WHERE sitting_id = of_sitting AND position = of_position
      AND study_case_id = of_case AND option_order = of_order
  ) THEN
    outcome := 'served_otherwise';
    RETURN;
  END IF;
  SELECT revision, saved_at, coalesce(given_at, saved_at), sitting_id = of_sitting AND position = of_position AND value = new_value
    INTO kept_as, kept_at, given, is_same FROM answer_revisions WHERE id = new_id;
  IF NOT FOUND THEN
    outcome := refuse_answer(of_sitting, of_position, grace, may_go_back);
    -- It was in time when it was acknowledged, and one hadn't gone on.
    IF was_saved IS NOT NULL AND outcome IN ('time_over', 'passed') THEN
      outcome := NULL;
    END IF;
    IF outcome IS NOT NULL THEN
      RETURN;
    END IF;
    SELECT max(revision) AS highest, max(at) AS newest, max(saved_at) AS last_saved,
        coalesce(bool_or(revision = new_revision), false) AS is_taken,
        (array_agg(revision ORDER BY at DESC, revision DESC))[1] AS counts,
        max(at) FILTER (WHERE follows IN (id::text, revision::text)) AS followed
      INTO STRICT before FROM (SELECT id, revision, saved_at, coalesce(given_at, saved_at) AS at
        FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position) history;
    IF was_given IS NOT NULL THEN
      -- In its own time, as it was told then: the number that it followed may be another answer's by now.
      SELECT least(clock_timestamp(), greatest(was_given, started_at)) INTO given FROM sittings WHERE id = of_sitting;
    ELSE
      -- Nobody gives an answer before the one that they saw when they gave it, however long either was under way.
      given := greatest(given_before(of_sitting, ago), before.followed);
      -- Who can't tell how long ago says by a lower number that it was given without knowing of what counts.
      IF ago IS NULL AND new_revision < before.counts THEN
        given := before.newest - interval '1 millisecond';
      END IF;
    END IF;
    -- What counts from now on has a number above all others, so that every device takes it for the newer one.
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing, client_at, given_at, saved_at)
      VALUES (new_id, of_sitting, of_position,
        CASE WHEN before.is_taken OR given >= before.newest AND new_revision < before.highest
          THEN before.highest + 1 ELSE new_revision END, new_value, of_version, decided, lacking, by_client, given,
        coalesce(was_saved, now()))
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, saved_at INTO kept_as, kept_at;
    is_same := FOUND;
    IF is_same THEN
      PERFORM rebuild_answer(of_sitting, of_position, greatest(kept_at, before.last_saved));
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
  SELECT revision, CASE WHEN revision <> kept_as THEN value || jsonb_build_object(
      'confidence', confidence, 'reason', reason, 'knowsWork', knows_work, 'isFlagged', is_flagged,
      'cannotRead', cannot_read, 'unfolded', unfolded,
      'activeMs', active_ms, 'firstAnswerMs', first_answer_ms, 'focusLosses', focus_losses) END
    INTO STRICT counting, newer FROM answers WHERE sitting_id = of_sitting AND position = of_position;
END $$;
