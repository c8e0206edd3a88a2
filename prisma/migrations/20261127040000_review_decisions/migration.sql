-- How decisions, blind decisions, checks and audits are stored, each in one exchange. All are VOLATILE: each statement in
-- them sees what was committed before it, so that what follows the locks sees everything that was done under them.

-- What each of them begins with: whoever changes what holds for all of the review is waited for, and what one member sends
-- is taken one after the other. Null, or why nothing is taken.
CREATE FUNCTION "enter_review"(of_review uuid, of_user uuid, with_part review_part) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('review'), hashtext(of_review::text)),
    pg_advisory_xact_lock(hashtext('review member'), hashtext(of_review::text || of_user::text));
  RETURN (SELECT CASE
      WHEN m.user_id IS NULL OR r.state = 'draft' THEN 'not_found'
      WHEN r.state <> 'open' THEN r.state::text
    END
    FROM reviews r LEFT JOIN review_members m ON m.review_id = r.id AND m.user_id = of_user
      AND m.removed_at IS NULL AND with_part = ANY (m.parts)
    WHERE r.id = of_review);
END $$;

-- What is known of an annotator: how many items they decided, how many of those were checked by a first reviewer, and how
-- many of these were right in the end: found so, or the check was taken back or overruled.
CREATE FUNCTION "review_record"(of_review uuid, of_annotator uuid, OUT decided integer, OUT reviewed integer, OUT was_right integer)
LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(max(ordinal), 0) FROM review_decisions WHERE review_id = of_review AND annotator_id = of_annotator),
    count(*)::int,
    (count(*) FILTER (WHERE c.is_right OR EXISTS (
      SELECT FROM review_dispute_steps s WHERE s.check_id = c.id AND NOT s.stands)))::int
  FROM review_checks c WHERE c.review_id = of_review AND c.annotator_id = of_annotator AND c.place = 1
$$;

CREATE FUNCTION "review_given_at"(ago interval) RETURNS timestamptz LANGUAGE sql VOLATILE
  RETURN date_trunc('milliseconds', clock_timestamp() - greatest(coalesce(ago, interval '0'), interval '0'));

-- Stores a decision, or says why not. The rate at which it is checked is computed outside, from what was known of the
-- annotator: where that is not what is known now, it says so, and stores nothing. What has been stored is never refused.
CREATE FUNCTION "decide_review_item"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, new_id uuid, does_accept boolean, why text, its_comment text,
  by_client timestamptz, ago interval,
  seen_decided integer, seen_reviewed integer, seen_right integer, its_rate double precision, its_band integer, second_share double precision,
  OUT outcome text, OUT kept_as integer, OUT kept_at timestamptz, OUT decided integer, OUT reviewed integer, OUT was_right integer
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off AS $$
DECLARE
  refused text := enter_review(of_review, of_user, 'annotator');
  same record;
  item record;
  last record;
  its_seed bigint;
  its_draw double precision;
BEGIN
  SELECT d.*, i.number INTO same FROM review_decisions d JOIN review_items i ON i.id = d.item_id WHERE d.id = new_id;
  IF FOUND THEN
    -- An id is good for one decision.
    outcome := CASE WHEN (same.review_id, same.annotator_id, same.number, same.round, same.accepts, same.reason, same.comment)
      IS NOT DISTINCT FROM (of_review, of_user, of_number, in_round, does_accept, why, its_comment) THEN 'saved' ELSE 'invalid' END;
    kept_as := same.revision;
    kept_at := same.saved_at;
    RETURN;
  END IF;
  IF refused IS NOT NULL THEN
    outcome := refused;
    RETURN;
  END IF;
  SELECT i.*, b.state AS batch_state INTO item FROM review_items i
    JOIN review_batches b ON b.review_id = i.review_id AND b.number = i.batch
    WHERE i.review_id = of_review AND i.number = of_number FOR UPDATE OF i;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  IF item.round <> in_round OR item.batch_state = 'accepted' THEN
    outcome := CASE WHEN item.round <> in_round THEN 'returned' ELSE 'accepted' END;
    RETURN;
  END IF;
  SELECT * INTO last FROM review_decisions WHERE item_id = item.id AND round = in_round ORDER BY revision DESC LIMIT 1;
  IF FOUND THEN
    IF last.annotator_id <> of_user THEN
      outcome := 'decided_by_other';
      RETURN;
    END IF;
    IF EXISTS (SELECT FROM review_leases WHERE item_id = item.id AND step = 'check' AND until > clock_timestamp())
      OR EXISTS (SELECT FROM review_blind_decisions WHERE item_id = item.id AND round = in_round)
      OR EXISTS (SELECT FROM review_checks WHERE item_id = item.id AND round = in_round) THEN
      outcome := 'taken_up';
      RETURN;
    END IF;
    INSERT INTO review_decisions (id, item_id, review_id, round, revision, annotator_id, accepts, reason, comment, client_at, given_at)
      VALUES (new_id, item.id, of_review, in_round, last.revision + 1, of_user, does_accept, why, its_comment, by_client, review_given_at(ago))
      RETURNING revision, saved_at INTO kept_as, kept_at;
    outcome := 'saved';
    RETURN;
  END IF;
  SELECT * INTO decided, reviewed, was_right FROM review_record(of_review, of_user);
  IF its_rate IS NULL OR (decided, reviewed, was_right) IS DISTINCT FROM (seen_decided, seen_reviewed, seen_right) THEN
    outcome := 'other_record';
    RETURN;
  END IF;
  SELECT seed INTO its_seed FROM reviews WHERE id = of_review;
  its_draw := review_draw(its_seed, E'check\n' || of_number || E'\n' || in_round);
  INSERT INTO review_decisions (id, item_id, review_id, round, revision, annotator_id, accepts, reason, comment, client_at, given_at,
      ordinal, draw, rate, drawn, drawn_twice, reviewed_before, right_before, band)
    VALUES (new_id, item.id, of_review, in_round, 1, of_user, does_accept, why, its_comment, by_client, review_given_at(ago),
      decided + 1, its_draw, its_rate, its_draw < its_rate,
      its_draw < its_rate AND review_draw(its_seed, E'second\n' || of_number || E'\n' || in_round) < second_share,
      reviewed, was_right, its_band)
    RETURNING revision, saved_at INTO kept_as, kept_at;
  UPDATE review_items SET state = (CASE WHEN its_draw < its_rate THEN 'to_check' ELSE 'decided' END)::review_item_state WHERE id = item.id;
  DELETE FROM review_leases WHERE item_id = item.id AND step = 'decide';
  outcome := 'saved';
END $$;

-- What a check and a blind decision ask of the item, once its row is held: null, or why nothing is taken.
CREATE FUNCTION "look_at_decision"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, at_place integer, of_decision uuid,
  OUT refused text, OUT its_item integer, OUT its_annotator uuid, OUT did_accept boolean, OUT its_reason text, OUT its_comment text,
  OUT is_twice boolean
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  item record;
  first record;
  last record;
BEGIN
  SELECT * INTO item FROM review_items WHERE review_id = of_review AND number = of_number FOR UPDATE;
  IF FOUND AND item.round <> in_round THEN
    refused := 'returned';
    RETURN;
  END IF;
  SELECT * INTO first FROM review_decisions WHERE item_id = item.id AND round = in_round AND revision = 1;
  -- Nothing is checked that wasn't drawn.
  IF NOT FOUND OR NOT first.drawn OR at_place = 2 AND NOT first.drawn_twice THEN
    refused := 'not_found';
    RETURN;
  END IF;
  SELECT * INTO last FROM review_decisions WHERE item_id = item.id AND round = in_round ORDER BY revision DESC LIMIT 1;
  its_item := item.id;
  its_annotator := last.annotator_id;
  did_accept := last.accepts;
  its_reason := last.reason;
  its_comment := last.comment;
  is_twice := first.drawn_twice;
  refused := CASE
    WHEN last.annotator_id = of_user THEN 'own'
    WHEN last.id <> of_decision THEN 'changed'
    WHEN EXISTS (SELECT FROM review_checks WHERE item_id = item.id AND round = in_round AND (place = at_place OR reviewer_id = of_user))
      THEN 'checked_by_other'
  END;
END $$;

-- Stores what a reviewer says before being shown the decision, and tells the decision. Said once: whoever says it again is
-- told what they said.
CREATE FUNCTION "decide_review_item_blind"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, at_place integer, of_decision uuid, new_id uuid,
  does_accept boolean, why text, by_client timestamptz,
  OUT outcome text, OUT said_accept boolean, OUT said_reason text, OUT did_accept boolean, OUT its_reason text, OUT its_comment text
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off AS $$
DECLARE
  place record;
BEGIN
  outcome := enter_review(of_review, of_user, 'reviewer');
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT * INTO place FROM look_at_decision(of_review, of_user, of_number, in_round, at_place, of_decision);
  IF place.refused IS NOT NULL THEN
    outcome := place.refused;
    RETURN;
  END IF;
  INSERT INTO review_blind_decisions (id, item_id, review_id, round, place, decision_id, annotator_id, reviewer_id, accepts, reason, client_at)
    VALUES (new_id, place.its_item, of_review, in_round, at_place, of_decision, place.its_annotator, of_user, does_accept, why, by_client)
    ON CONFLICT DO NOTHING;
  SELECT accepts, reason INTO said_accept, said_reason FROM review_blind_decisions b
    WHERE b.item_id = place.its_item AND b.round = in_round AND b.place = at_place AND b.reviewer_id = of_user;
  IF NOT FOUND THEN
    -- The id is another's.
    outcome := 'invalid';
    RETURN;
  END IF;
  outcome := 'saved';
  did_accept := place.did_accept;
  its_reason := place.its_reason;
  its_comment := place.its_comment;
END $$;

-- Stores a check, or says why not.
CREATE FUNCTION "check_review_decision"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, at_place integer, of_decision uuid, new_id uuid,
  says_right boolean, error text, would_accept boolean, would_reason text, own_comment text,
  by_client timestamptz, ago interval, speaks_first boolean, audit_share double precision,
  OUT outcome text, OUT kept_at timestamptz
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off AS $$
DECLARE
  refused text := enter_review(of_review, of_user, 'reviewer');
  same record;
  place record;
  its_draw double precision;
BEGIN
  SELECT c.*, i.number INTO same FROM review_checks c JOIN review_items i ON i.id = c.item_id WHERE c.id = new_id;
  IF FOUND THEN
    outcome := CASE WHEN (same.review_id, same.reviewer_id, same.decision_id, same.place, same.is_right, same.error_type,
        same.corrected_accepts, same.corrected_reason, same.comment)
      IS NOT DISTINCT FROM (of_review, of_user, of_decision, at_place, says_right, error, would_accept, would_reason, own_comment)
      THEN 'saved' ELSE 'invalid' END;
    kept_at := same.saved_at;
    RETURN;
  END IF;
  IF refused IS NOT NULL THEN
    outcome := refused;
    RETURN;
  END IF;
  SELECT * INTO place FROM look_at_decision(of_review, of_user, of_number, in_round, at_place, of_decision);
  outcome := CASE
    WHEN place.refused IS NOT NULL THEN place.refused
    WHEN speaks_first AND NOT EXISTS (SELECT FROM review_blind_decisions b WHERE b.decision_id = of_decision
      AND b.place = at_place AND b.reviewer_id = of_user) THEN 'blind_first'
    -- Wrong is what would have been right otherwise.
    WHEN NOT says_right AND (would_accept, would_reason) IS NOT DISTINCT FROM (place.did_accept, place.its_reason) THEN 'invalid'
  END;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT review_draw(seed, E'audit\n' || of_number || E'\n' || in_round || E'\n' || at_place) INTO its_draw FROM reviews WHERE id = of_review;
  INSERT INTO review_checks (id, item_id, review_id, round, place, decision_id, annotator_id, reviewer_id, is_right, error_type,
      corrected_accepts, corrected_reason, comment, client_at, given_at, audit_draw, audit_drawn)
    VALUES (new_id, place.its_item, of_review, in_round, at_place, of_decision, place.its_annotator, of_user, says_right, error,
      would_accept, would_reason, own_comment, by_client, review_given_at(ago), its_draw, its_draw < audit_share)
    RETURNING saved_at INTO kept_at;
  DELETE FROM review_leases l WHERE l.item_id = place.its_item AND l.step = 'check' AND (l.place = at_place OR l.user_id = of_user);
  UPDATE review_items SET state = 'checked' WHERE id = place.its_item
    AND (SELECT count(*) FROM review_checks c WHERE c.item_id = place.its_item AND c.round = in_round)
      >= CASE WHEN place.is_twice THEN 2 ELSE 1 END;
  outcome := 'saved';
END $$;

-- Stores what an auditor says of a check, or says why not.
CREATE FUNCTION "audit_review_check"(
  of_review uuid, of_user uuid, of_check uuid, new_id uuid, does_agree boolean, own_comment text, by_client timestamptz,
  OUT outcome text, OUT kept_at timestamptz
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off AS $$
DECLARE
  refused text := enter_review(of_review, of_user, 'auditor');
  same record;
  its_check record;
BEGIN
  SELECT * INTO same FROM review_audits WHERE id = new_id;
  IF FOUND THEN
    outcome := CASE WHEN (same.review_id, same.auditor_id, same.check_id, same.agrees, same.comment)
      IS NOT DISTINCT FROM (of_review, of_user, of_check, does_agree, own_comment) THEN 'saved' ELSE 'invalid' END;
    kept_at := same.saved_at;
    RETURN;
  END IF;
  SELECT * INTO its_check FROM review_checks WHERE id = of_check AND review_id = of_review;
  outcome := CASE
    WHEN refused IS NOT NULL THEN refused
    WHEN its_check.id IS NULL OR NOT its_check.audit_drawn THEN 'not_found'
    WHEN of_user IN (its_check.annotator_id, its_check.reviewer_id) THEN 'own'
  END;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO review_audits (id, check_id, review_id, annotator_id, reviewer_id, auditor_id, agrees, comment, client_at)
    VALUES (new_id, of_check, of_review, its_check.annotator_id, its_check.reviewer_id, of_user, does_agree, own_comment, by_client)
    ON CONFLICT (check_id) DO NOTHING RETURNING saved_at INTO kept_at;
  outcome := CASE WHEN FOUND THEN 'saved' ELSE 'audited_by_other' END;
  DELETE FROM review_leases l WHERE l.item_id = its_check.item_id AND l.step = 'audit' AND l.place = its_check.place;
END $$;
