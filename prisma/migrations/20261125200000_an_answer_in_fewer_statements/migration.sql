-- An answer is stored in half as many statements, by the same rules.

-- What is asked about a place under the locks, and why an answer to it is refused. Not VOLATILE, so that it becomes part
-- of the statement that asks, and sees what that sees.
CREATE FUNCTION "look_at_place"(of_sitting uuid, of_position smallint, grace interval, may_go_back boolean)
RETURNS TABLE (
  refused text, started_at timestamptz,
  -- What was served there.
  study_case_id integer, option_order smallint[],
  -- Of its answers, the one with the highest number,
  id uuid, highest integer, at timestamptz,
  -- and what counts.
  counts integer, decision text, active_ms integer, first_answer_ms integer, focus_losses integer, changes integer, saved_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT CASE
      WHEN s.state IN ('submitted', 'withdrawn') THEN s.state::text
      WHEN s.state <> 'started' THEN 'not_served'
      WHEN st.state NOT IN ('open', 'paused') THEN 'closed'
      WHEN clock_timestamp() > s.started_at + s.time_allowance_ms * interval '1 millisecond' + grace THEN 'time_over'
      WHEN NOT may_go_back AND has_passed(of_sitting, of_position) THEN 'passed'
      WHEN s.released_at IS NOT NULL THEN 'released'
    END, s.started_at, v.study_case_id, v.option_order, r.id, r.revision, coalesce(r.given_at, r.saved_at),
    a.revision, a.decision, a.active_ms, a.first_answer_ms, a.focus_losses, a.changes, a.saved_at
  FROM sittings s JOIN studies st ON st.id = s.study_id
    LEFT JOIN served_cases v ON v.sitting_id = of_sitting AND v.position = of_position
    LEFT JOIN answers a ON a.sitting_id = of_sitting AND a.position = of_position
    LEFT JOIN LATERAL (
      SELECT * FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position ORDER BY revision DESC LIMIT 1
    ) r ON true
  WHERE s.id = of_sitting
$$;

-- The same reasons for whoever asks for nothing else.
CREATE OR REPLACE FUNCTION "refuse_answer"(of_sitting uuid, of_position smallint, grace interval, may_go_back boolean)
RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT refused FROM look_at_place(of_sitting, of_position, grace, may_go_back)
$$;

-- What counts at a place, from the revision that does and from what all of them come to.
CREATE FUNCTION "put_answer"(
  of_sitting uuid, of_position smallint, its_revision integer, its_value jsonb, decided text, lacking text[], was_draft boolean,
  active integer, first integer, losses integer, changed integer, at timestamptz
) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  INSERT INTO answers (sitting_id, position, revision, value, decision, missing, confidence, reason,
    knows_work, is_flagged, cannot_read, unfolded, from_draft, active_ms, first_answer_ms, focus_losses, changes, saved_at)
  VALUES (of_sitting, of_position, its_revision,
    its_value - '{confidence,reason,knowsWork,isFlagged,cannotRead,unfolded,activeMs,firstAnswerMs,focusLosses}'::text[],
    decided, lacking, (its_value->>'confidence')::float8, its_value->>'reason',
    (its_value->>'knowsWork')::boolean, (its_value->>'isFlagged')::boolean,
    coalesce((its_value->>'cannotRead')::boolean, false), (its_value->>'unfolded')::boolean, was_draft,
    active, first, losses, changed, at)
  ON CONFLICT (sitting_id, position) DO UPDATE SET revision = EXCLUDED.revision, value = EXCLUDED.value,
    decision = EXCLUDED.decision, missing = EXCLUDED.missing, confidence = EXCLUDED.confidence, reason = EXCLUDED.reason,
    knows_work = EXCLUDED.knows_work, is_flagged = EXCLUDED.is_flagged,
    cannot_read = EXCLUDED.cannot_read, unfolded = EXCLUDED.unfolded, from_draft = EXCLUDED.from_draft, active_ms = EXCLUDED.active_ms,
    first_answer_ms = EXCLUDED.first_answer_ms, focus_losses = EXCLUDED.focus_losses,
    changes = EXCLUDED.changes, saved_at = EXCLUDED.saved_at;
END $$;

CREATE OR REPLACE FUNCTION "rebuild_answer"(of_sitting uuid, of_position smallint, at timestamptz) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  told record;
BEGIN
  WITH history AS (
    SELECT revision, value, decision, missing, from_draft, coalesce(given_at, saved_at) AS given
    FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position
  ), changes AS (
    SELECT count(*)::int AS made FROM (
      SELECT decision, lag(decision) OVER (ORDER BY given, revision) AS earlier FROM history WHERE decision IS NOT NULL
    ) steps WHERE decision <> earlier
  ), times AS (
    SELECT max((value->>'activeMs')::int) AS active, min((value->>'firstAnswerMs')::int) AS first,
      max((value->>'focusLosses')::int) AS losses FROM history
  ), newest AS (
    SELECT * FROM history ORDER BY given DESC, revision DESC LIMIT 1
  )
  SELECT newest.*, times.*, changes.* INTO told FROM newest, times, changes;
  IF FOUND THEN
    PERFORM put_answer(of_sitting, of_position, told.revision, told.value, told.decision, told.missing, told.from_draft,
      told.active, told.first, told.losses, told.made, at);
  END IF;
END $$;

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them. `was_given` and
-- `was_saved`: of an answer that was acknowledged before, and that this database no longer has. `by_sign_in`: asked again,
-- since whoever sends answers was proven up to a minute ago. `of_case` and `of_order`: what the process remembers of what
-- was served there, which a database that was set back may have served otherwise since.
CREATE OR REPLACE FUNCTION "save_answer"(
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
  its_study uuid;
  is_signed_in boolean;
  is_same boolean;
  is_plain boolean;
  its_number integer := new_revision;
  place record;
  before record;
BEGIN
  SELECT by_sign_in IS NULL OR EXISTS (
      SELECT FROM sign_ins i JOIN users u ON u.id = i.user_id
      WHERE i.id = by_sign_in AND u.id = of_user AND u.role = 'participant' AND u.deactivated_at IS NULL
        AND i.ended_at IS NULL AND i.expires_at > now()
    ), (SELECT study_id FROM sittings WHERE id = of_sitting AND user_id = of_user)
    INTO is_signed_in, its_study;
  IF NOT is_signed_in THEN
    outcome := 'not_signed_in';
    RETURN;
  END IF;
  IF its_study IS NULL THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  -- What lock_own_sitting takes.
  PERFORM pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(its_study::text)),
    pg_advisory_xact_lock(hashtext('sitting'), hashtext(of_sitting::text));
  SELECT * INTO place FROM look_at_place(of_sitting, of_position, grace, may_go_back);
  IF place.study_case_id IS DISTINCT FROM of_case OR place.option_order IS DISTINCT FROM of_order THEN
    outcome := 'served_otherwise';
    RETURN;
  END IF;
  -- What is kept has at least the number it was sent under: above all of them, it is new here.
  IF new_revision <= place.highest THEN
    SELECT revision, saved_at, coalesce(given_at, saved_at), sitting_id = of_sitting AND position = of_position AND value = new_value
      INTO kept_as, kept_at, given, is_same FROM answer_revisions WHERE id = new_id;
  END IF;
  IF is_same IS NULL THEN
    outcome := place.refused;
    -- It was in time when it was acknowledged, and one hadn't gone on.
    IF was_saved IS NOT NULL AND outcome IN ('time_over', 'passed') THEN
      outcome := NULL;
    END IF;
    IF outcome IS NOT NULL THEN
      RETURN;
    END IF;
    -- Nobody gives an answer before they began.
    given := date_trunc('milliseconds', least(clock_timestamp(), greatest(clock_timestamp() - coalesce(ago, interval '0'), place.started_at)));
    -- The usual: nothing is there, or it follows the one that counts, and what all come to can be told from the two.
    is_plain := coalesce(was_given IS NULL AND (place.highest IS NULL OR
      new_revision > place.highest AND place.highest = place.counts AND given >= place.at
      AND (follows IS NULL OR follows IN (place.id::text, place.highest::text))
      AND (decided IS NULL OR place.decision IS NOT NULL)), false);
    IF NOT is_plain THEN
      SELECT max(revision) AS highest, max(at) AS newest, max(saved_at) AS last_saved,
          coalesce(bool_or(revision = new_revision), false) AS is_taken,
          (array_agg(revision ORDER BY at DESC, revision DESC))[1] AS counts,
          max(at) FILTER (WHERE follows IN (id::text, revision::text)) AS followed
        INTO STRICT before FROM (SELECT id, revision, saved_at, coalesce(given_at, saved_at) AS at
          FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position) history;
      IF was_given IS NOT NULL THEN
        -- In its own time, as it was told then: the number that it followed may be another answer's by now.
        given := least(clock_timestamp(), greatest(was_given, place.started_at));
      ELSE
        -- Nobody gives an answer before the one that they saw when they gave it, however long either was under way.
        given := greatest(given, before.followed);
        -- Who can't tell how long ago says by a lower number that it was given without knowing of what counts.
        IF ago IS NULL AND new_revision < before.counts THEN
          given := before.newest - interval '1 millisecond';
        END IF;
      END IF;
      -- What counts from now on has a number above all others, so that every device takes it for the newer one.
      IF before.is_taken OR given >= before.newest AND new_revision < before.highest THEN
        its_number := before.highest + 1;
      END IF;
    END IF;
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing, client_at, given_at, saved_at)
      VALUES (new_id, of_sitting, of_position, its_number, new_value, of_version, decided, lacking, by_client, given,
        coalesce(was_saved, now()))
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, saved_at INTO kept_as, kept_at;
    is_same := FOUND;
    IF is_same AND is_plain THEN
      PERFORM put_answer(of_sitting, of_position, kept_as, new_value, decided, lacking, false,
        greatest(place.active_ms, (new_value->>'activeMs')::int), least(place.first_answer_ms, (new_value->>'firstAnswerMs')::int),
        greatest(place.focus_losses, (new_value->>'focusLosses')::int),
        coalesce(place.changes, 0) + CASE WHEN decided <> place.decision THEN 1 ELSE 0 END, greatest(kept_at, place.saved_at));
    ELSIF is_same THEN
      PERFORM rebuild_answer(of_sitting, of_position, greatest(kept_at, before.last_saved));
    END IF;
    IF is_same AND NOT may_go_back THEN
      DELETE FROM answer_drafts WHERE sitting_id = of_sitting AND position = of_position;
    END IF;
  END IF;
  -- An id is good for one answer.
  IF NOT is_same THEN
    outcome := 'invalid';
    RETURN;
  END IF;
  outcome := 'saved';
  IF is_plain THEN
    counting := kept_as;
    RETURN;
  END IF;
  SELECT revision, CASE WHEN revision <> kept_as THEN value || jsonb_build_object(
      'confidence', confidence, 'reason', reason, 'knowsWork', knows_work, 'isFlagged', is_flagged,
      'cannotRead', cannot_read, 'unfolded', unfolded,
      'activeMs', active_ms, 'firstAnswerMs', first_answer_ms, 'focusLosses', focus_losses) END
    INTO STRICT counting, newer FROM answers WHERE sitting_id = of_sitting AND position = of_position;
END $$;
