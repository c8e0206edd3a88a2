-- An answer's own parts are its kind's, which the database doesn't know: one value. What was decided, and what the study
-- requires and the answer lacks, is said beside it by whoever stores it, once.
ALTER TABLE "answer_revisions"
  ADD COLUMN "kind_version" SMALLINT NOT NULL DEFAULT 1,
  ADD COLUMN "decision" TEXT,
  ADD COLUMN "missing" TEXT[];
ALTER TABLE "answer_drafts"
  ADD COLUMN "kind_version" SMALLINT NOT NULL DEFAULT 1,
  ADD COLUMN "decision" TEXT,
  ADD COLUMN "missing" TEXT[];
ALTER TABLE "answers"
  ADD COLUMN "value" JSONB,
  ADD COLUMN "decision" TEXT,
  ADD COLUMN "missing" TEXT[];

-- Every answer until now is the choice of an option: its first version. What it lacks is what it lacked for lacks_part.
CREATE FUNCTION "missing_of_choice"(given jsonb, asked jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN coalesce((given->>'cannotRead')::boolean, false) THEN '{}' ELSE array_remove(ARRAY[
    CASE WHEN given->>'choice' IS NULL THEN 'choice' END,
    CASE WHEN asked->'confidence'->>'ask' = 'required' AND given->>'confidence' IS NULL
      AND coalesce(jsonb_array_length(given->'probabilities'), 0) = 0 THEN 'confidence' END,
    CASE WHEN asked->>'reason' = 'required' AND coalesce(btrim(given->>'reason',
      E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006'
      '\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'), '') = '' THEN 'reason' END,
    CASE WHEN asked->>'knowsWork' = 'required' AND given->>'knowsWork' IS NULL THEN 'knowsWork' END], NULL) END
$$;

ALTER TABLE "answer_revisions" DISABLE TRIGGER "answer_revisions_kept";
UPDATE "answer_revisions" r SET decision = r.value->>'choice', missing = missing_of_choice(r.value, st.draft->'questions')
  FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = r.sitting_id;
ALTER TABLE "answer_revisions" ENABLE TRIGGER "answer_revisions_kept";
UPDATE "answer_drafts" d SET decision = d.value->>'choice', missing = missing_of_choice(d.value, st.draft->'questions')
  FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = d.sitting_id;
UPDATE "answers" a SET decision = a.choice::text,
    value = jsonb_build_object('choice', a.choice, 'probabilities', coalesce(a.probabilities, '{}')),
    missing = missing_of_choice(jsonb_build_object('choice', a.choice, 'probabilities', coalesce(a.probabilities, '{}'),
      'confidence', a.confidence, 'reason', a.reason, 'knowsWork', a.knows_work, 'cannotRead', a.cannot_read),
      st.draft->'questions')
  FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = a.sitting_id;

ALTER TABLE "answer_revisions" ALTER COLUMN "missing" SET NOT NULL;
ALTER TABLE "answer_drafts" ALTER COLUMN "missing" SET NOT NULL;
ALTER TABLE "answers" ALTER COLUMN "value" SET NOT NULL, ALTER COLUMN "missing" SET NOT NULL;

DROP FUNCTION "settle_study_drafts"(uuid);
DROP FUNCTION "settle_drafts"(uuid, boolean, text[]);
DROP FUNCTION "save_draft"(uuid, uuid, smallint, uuid, jsonb, timestamptz, interval, text[], interval, text);
DROP FUNCTION "save_answer"(uuid, uuid, smallint, uuid, integer, jsonb, timestamptz, interval, boolean, text[], interval, text);
DROP FUNCTION "refuse_answer"(uuid, smallint, interval, boolean, text[]);
DROP FUNCTION "has_passed"(uuid, smallint, text[]);
DROP FUNCTION "lacks_part"("answers", text[]);
DROP FUNCTION "missing_of_choice"(jsonb, jsonb);

ALTER TABLE "answers"
  DROP CONSTRAINT "answers_cannot_read",
  DROP CONSTRAINT "answers_choice_index",
  DROP COLUMN "choice",
  DROP COLUMN "rating",
  DROP COLUMN "traits",
  DROP COLUMN "probabilities",
  ADD CONSTRAINT "answers_cannot_read" CHECK (NOT "cannot_read"
    OR "decision" IS NULL AND "confidence" IS NULL AND cardinality("missing") = 0);

-- Where one doesn't go back: whether a later case is answered, or this one has all it needs. Practice comes before
-- the cases and may be repeated.
CREATE FUNCTION "has_passed"(of_sitting uuid, of_position smallint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM served_cases v JOIN study_cases c ON c.id = v.study_case_id
      WHERE v.sitting_id = of_sitting AND v.position = of_position AND c.stratum <> 'practice'
    ) AND EXISTS (
      SELECT FROM answers a WHERE a.sitting_id = of_sitting AND (
        a.position > of_position AND (a.decision IS NOT NULL OR a.cannot_read)
        OR a.position = of_position AND cardinality(a.missing) = 0
      )
    );
END $$;

-- Why a sitting takes nothing for this case; null where it does.
CREATE FUNCTION "refuse_answer"(of_sitting uuid, of_position smallint, grace interval, may_go_back boolean)
RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE
    WHEN s.state IN ('submitted', 'withdrawn') THEN s.state::text
    WHEN s.state <> 'started' THEN 'not_served'
    WHEN st.state NOT IN ('open', 'paused') THEN 'closed'
    WHEN clock_timestamp() > s.started_at + s.time_allowance_ms * interval '1 millisecond' + grace THEN 'time_over'
    WHEN NOT may_go_back AND has_passed(of_sitting, of_position) THEN 'passed'
    WHEN s.released_at IS NOT NULL THEN 'released'
  END FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = of_sitting
$$;

-- Stores one answer, or says why not, in one exchange. It has to be VOLATILE: each statement in it sees what was
-- committed before it, so that what follows the locks sees everything that was done under them.
CREATE FUNCTION "save_answer"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_revision integer, new_value jsonb,
  of_version smallint, decided text, lacking text[],
  by_client timestamptz, grace interval, may_go_back boolean, ago interval, follows text,
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
    outcome := refuse_answer(of_sitting, of_position, grace, may_go_back);
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
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing, client_at, given_at)
      VALUES (new_id, of_sitting, of_position,
        CASE WHEN before.is_taken OR given >= before.newest AND new_revision < before.highest
          THEN before.highest + 1 ELSE new_revision END, new_value, of_version, decided, lacking, by_client, given)
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
  SELECT revision, CASE WHEN revision <> kept_as THEN value || jsonb_build_object(
      'confidence', confidence, 'reason', reason, 'knowsWork', knows_work, 'isFlagged', is_flagged,
      'cannotRead', cannot_read, 'unfolded', unfolded,
      'activeMs', active_ms, 'firstAnswerMs', first_answer_ms, 'focusLosses', focus_losses) END
    INTO STRICT counting, newer FROM answers WHERE sitting_id = of_sitting AND position = of_position;
END $$;

-- One draft a case: the one that was given last.
CREATE FUNCTION "save_draft"(
  of_user uuid, of_sitting uuid, of_position smallint, new_id uuid, new_value jsonb,
  of_version smallint, decided text, lacking text[],
  by_client timestamptz, grace interval, ago interval, follows text, OUT outcome text, OUT kept_at timestamptz
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT lock_own_sitting(of_user, of_sitting) THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  outcome := refuse_answer(of_sitting, of_position, grace, false);
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO answer_drafts AS kept (sitting_id, position, id, value, kind_version, decision, missing, client_at, given_at)
    VALUES (of_sitting, of_position, new_id, new_value, of_version, decided, lacking, by_client, given_before(of_sitting, ago))
    ON CONFLICT (sitting_id, position) DO UPDATE SET id = EXCLUDED.id, value = EXCLUDED.value,
      kind_version = EXCLUDED.kind_version, decision = EXCLUDED.decision, missing = EXCLUDED.missing,
      client_at = EXCLUDED.client_at, given_at = greatest(EXCLUDED.given_at, kept.given_at), saved_at = EXCLUDED.saved_at
      WHERE EXCLUDED.given_at >= kept.given_at OR kept.id::text = follows;
  outcome := 'saved';
  kept_at := clock_timestamp();
END $$;

-- Nobody can go on any more: where the plan says so, a draft that has all that the study requires becomes the answer, if
-- nothing was given after it. None is left.
CREATE FUNCTION "settle_drafts"(of_sitting uuid, they_count boolean) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  draft record;
BEGIN
  FOR draft IN SELECT d.* FROM answer_drafts d
      WHERE they_count AND d.sitting_id = of_sitting AND cardinality(d.missing) = 0
        AND NOT has_passed(of_sitting, d.position)
        AND NOT EXISTS (SELECT FROM answer_revisions r WHERE r.sitting_id = of_sitting AND r.position = d.position
          AND coalesce(r.given_at, r.saved_at) > d.given_at)
      ORDER BY d.position
  LOOP
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, kind_version, decision, missing,
        client_at, given_at, from_draft)
      SELECT draft.id, of_sitting, draft.position, coalesce(max(revision), 0) + 1, draft.value, draft.kind_version,
        draft.decision, draft.missing, draft.client_at, draft.given_at, true
      FROM answer_revisions WHERE sitting_id = of_sitting AND position = draft.position
      ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      PERFORM rebuild_answer(of_sitting, draft.position, now());
    END IF;
  END LOOP;
  DELETE FROM answer_drafts WHERE sitting_id = of_sitting;
END $$;

-- When a study closes, by what its plan says of drafts.
CREATE FUNCTION "settle_study_drafts"(of_study uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT settle_drafts(s.id, coalesce((st.draft->'questions'->>'draftsCount')::boolean, false))
  FROM studies st JOIN sittings s ON s.study_id = st.id AND s.state = 'started'
  WHERE st.id = of_study AND EXISTS (SELECT FROM answer_drafts d WHERE d.sitting_id = s.id)
$$;

-- The current answer is always made from the history, so it doesn't matter in which order revisions arrive. What is not of
-- every kind stays in its value.
CREATE OR REPLACE FUNCTION "rebuild_answer"(of_sitting uuid, of_position smallint, at timestamptz) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
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
  INSERT INTO answers (sitting_id, position, revision, value, decision, missing, confidence, reason,
    knows_work, is_flagged, cannot_read, unfolded, from_draft, active_ms, first_answer_ms, focus_losses, changes, saved_at)
  SELECT of_sitting, of_position, newest.revision,
    newest.value - '{confidence,reason,knowsWork,isFlagged,cannotRead,unfolded,activeMs,firstAnswerMs,focusLosses}'::text[],
    newest.decision, newest.missing, (newest.value->>'confidence')::float8, newest.value->>'reason',
    (newest.value->>'knowsWork')::boolean, (newest.value->>'isFlagged')::boolean,
    coalesce((newest.value->>'cannotRead')::boolean, false), (newest.value->>'unfolded')::boolean, newest.from_draft,
    times.active, times.first, times.losses, changes.made, at
  FROM newest, times, changes
  ON CONFLICT (sitting_id, position) DO UPDATE SET revision = EXCLUDED.revision, value = EXCLUDED.value,
    decision = EXCLUDED.decision, missing = EXCLUDED.missing, confidence = EXCLUDED.confidence, reason = EXCLUDED.reason,
    knows_work = EXCLUDED.knows_work, is_flagged = EXCLUDED.is_flagged,
    cannot_read = EXCLUDED.cannot_read, unfolded = EXCLUDED.unfolded, from_draft = EXCLUDED.from_draft, active_ms = EXCLUDED.active_ms,
    first_answer_ms = EXCLUDED.first_answer_ms, focus_losses = EXCLUDED.focus_losses,
    changes = EXCLUDED.changes, saved_at = EXCLUDED.saved_at;
END $$;
