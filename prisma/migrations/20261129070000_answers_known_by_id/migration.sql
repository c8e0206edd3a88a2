-- As before, but that an answer which is sent again is known by its id alone.

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them. `was_given` and
-- `was_saved`: of an answer that was acknowledged before, and that this database no longer has. `by_sign_in`: asked again,
-- since whoever sends answers was proven up to a minute ago. `of_case` and `of_order`: what the process remembers of what
-- was served there, which a database that was set back may have served otherwise since. `merged`: what comes of this
-- answer and those that whoever gave it had not seen, by the revisions that were there when that was computed (`upon`).
-- Where there are such, and others than those, nothing is stored: the outcome is "unseen", with the history.
CREATE OR REPLACE FUNCTION "save_answer"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_revision integer, new_value jsonb,
  of_version smallint, decided text, lacking text[],
  by_client timestamptz, grace interval, may_go_back boolean, ago interval, follows text,
  of_case integer, of_order smallint[],
  was_given timestamptz DEFAULT NULL, was_saved timestamptz DEFAULT NULL, by_sign_in uuid DEFAULT NULL,
  merged jsonb DEFAULT NULL,
  OUT outcome text, OUT kept_as integer, OUT kept_at timestamptz, OUT counting integer, OUT newer jsonb,
  OUT given timestamptz, OUT history jsonb
) LANGUAGE plpgsql VOLATILE
-- A plan that is made while a table has a page is kept while it gets thousands.
SET enable_seqscan = off AS $$
DECLARE
  its_study uuid;
  is_signed_in boolean;
  is_same boolean;
  is_plain boolean;
  its_number integer := new_revision;
  its_upon integer;
  last_saved timestamptz;
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
  -- Whatever its number is by now: a device that never heard of its acknowledgement may have given it a higher one.
  IF place.highest IS NOT NULL THEN
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
    given := coalesce((merged->>'given')::timestamptz, date_trunc('milliseconds',
      least(clock_timestamp(), greatest(clock_timestamp() - coalesce(ago, interval '0'), place.started_at))));
    -- The usual: nothing is there, or it follows the one that counts, and what all come to can be told from the two.
    is_plain := coalesce(was_given IS NULL AND (place.highest IS NULL OR
      new_revision > place.highest AND place.highest = place.counts AND given >= place.at
      AND (follows IN (place.id::text, place.highest::text) OR follows IS NULL AND ago IS NULL)
      AND (decided IS NULL OR place.decision IS NOT NULL)), false);
    its_upon := coalesce(place.highest, 0);
    IF NOT is_plain THEN
      SELECT count(*)::int AS made, max(revision) AS highest, max(at) AS newest, max(saved_at) AS saved,
          coalesce(bool_or(revision = new_revision), false) AS is_taken,
          (array_agg(revision ORDER BY at DESC, revision DESC))[1] AS counts,
          max(at) FILTER (WHERE follows IN (id::text, revision::text)) AS followed,
          -- Of what is given back, the number may be another answer's by now.
          max(revision) FILTER (WHERE follows = id::text OR follows = revision::text AND (was_given IS NULL OR at <= was_given)) AS upon
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
      -- Who can't tell says by a higher number that it was given upon what counts.
      its_upon := CASE WHEN follows IS NULL AND ago IS NULL AND was_given IS NULL AND new_revision > before.counts
        THEN before.counts ELSE coalesce(before.upon, 0) END;
      IF its_upon <> before.counts AND before.made IS DISTINCT FROM (merged->>'upon')::int AND merged IS NOT NULL THEN
        outcome := 'unseen';
        counting := before.made;
        SELECT jsonb_agg(jsonb_build_object('revision', revision, 'value', value, 'upon', upon,
            'isMerged', is_merged, 'isNew', is_new) ORDER BY at, revision)
          INTO history FROM (
            SELECT revision, value, given_upon AS upon, is_merged, false AS is_new, coalesce(given_at, saved_at) AS at
              FROM answer_revisions WHERE sitting_id = of_sitting AND position = of_position
            UNION ALL SELECT its_number, new_value, its_upon, false, true, given
          ) r;
        RETURN;
      END IF;
    END IF;
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing, client_at, given_at, saved_at, given_upon)
      VALUES (new_id, of_sitting, of_position, its_number, new_value, of_version, decided, lacking, by_client, given,
        coalesce(was_saved, now()), its_upon)
      ON CONFLICT (id) DO NOTHING
      RETURNING revision, saved_at INTO kept_as, kept_at;
    is_same := FOUND;
    IF is_same AND is_plain THEN
      PERFORM put_answer(of_sitting, of_position, kept_as, new_value, decided, lacking, false,
        greatest(place.active_ms, (new_value->>'activeMs')::int), least(place.first_answer_ms, (new_value->>'firstAnswerMs')::int),
        greatest(place.focus_losses, (new_value->>'focusLosses')::int),
        coalesce(place.changes, 0) + CASE WHEN decided <> place.decision THEN 1 ELSE 0 END, greatest(kept_at, place.saved_at));
    ELSIF is_same THEN
      -- As it is put together it stands in the history as well, above all that it is made of.
      IF merged ? 'value' THEN
        INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing, client_at, given_at, given_upon, is_merged)
          VALUES (gen_random_uuid(), of_sitting, of_position, greatest(kept_as, before.highest) + 1, merged->'value', of_version,
            merged->>'decided', ARRAY(SELECT jsonb_array_elements_text(merged->'lacking')), by_client,
            greatest(given, before.newest), kept_as, true);
        last_saved := now();
      END IF;
      PERFORM rebuild_answer(of_sitting, of_position, greatest(kept_at, before.saved, last_saved));
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
