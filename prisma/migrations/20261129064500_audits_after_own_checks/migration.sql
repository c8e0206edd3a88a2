-- The items that may still come to a reviewer for a check: of others' decisions, of which they have neither checked nor audited
-- any in this round. Until then they are shown nothing that anybody said of them.
CREATE FUNCTION "review_checks_to_come"(of_review uuid, of_user uuid)
RETURNS TABLE (item_id integer, number integer, round smallint) LANGUAGE sql STABLE AS $$
  SELECT i.id, i.number, i.round FROM review_members m
    JOIN review_items i ON i.review_id = m.review_id AND i.state = 'to_check'
    JOIN review_decisions d ON d.item_id = i.id AND d.round = i.round AND d.revision = 1 AND d.annotator_id <> of_user
  WHERE m.review_id = of_review AND m.user_id = of_user AND m.removed_at IS NULL AND 'reviewer' = ANY (m.parts)
    AND NOT EXISTS (SELECT FROM review_checks c WHERE c.item_id = i.id AND c.round = i.round AND c.reviewer_id = of_user)
    AND NOT EXISTS (SELECT FROM review_audits a JOIN review_checks c ON c.id = a.check_id
      WHERE a.auditor_id = of_user AND c.item_id = i.id AND c.round = i.round)
$$;

-- As before, but that a check is audited by no reviewer to whom the same decision may still come, and that a decision goes to
-- no second reviewer who has audited the first.
CREATE OR REPLACE FUNCTION "take_review_items"(of_review uuid, of_user uuid, of_step review_step, wanted integer, for_long interval)
RETURNS TABLE (item_id integer, place smallint, until timestamptz) LANGUAGE plpgsql VOLATILE
-- A plan that is made while a table has a page is kept while it gets thousands.
SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  ends timestamptz := date_trunc('milliseconds', clock_timestamp() + for_long);
  held integer;
  found_ids integer[];
  found_places smallint[];
BEGIN
  -- Two pages of one person ask one after the other, so that both have the same.
  PERFORM pg_advisory_xact_lock_shared(hashtext('review'), hashtext(of_review::text)),
    pg_advisory_xact_lock(hashtext('review member'), hashtext(of_review::text || of_user::text));
  IF NOT EXISTS (SELECT FROM reviews WHERE id = of_review AND state = 'open')
    OR NOT EXISTS (SELECT FROM review_members WHERE review_id = of_review AND user_id = of_user AND removed_at IS NULL) THEN
    RETURN;
  END IF;
  UPDATE review_leases l SET until = ends WHERE l.review_id = of_review AND l.user_id = of_user AND l.step = of_step;
  GET DIAGNOSTICS held = ROW_COUNT;
  FOR tries IN 1..50 LOOP
    EXIT WHEN held >= wanted;
    IF of_step = 'decide' THEN
      SELECT array_agg(id), array_agg(1) INTO found_ids, found_places FROM (
        SELECT i.id FROM review_items i
        WHERE i.review_id = of_review AND i.state = 'waiting' AND NOT EXISTS (SELECT FROM review_leases l
          WHERE l.item_id = i.id AND l.step = 'decide' AND l.until > clock_timestamp())
        ORDER BY i.number LIMIT wanted - held FOR UPDATE OF i SKIP LOCKED
      ) free;
    ELSIF of_step = 'check' THEN
      SELECT array_agg(id), array_agg(at) INTO found_ids, found_places FROM (
        SELECT i.id, p.at FROM review_items i
          JOIN review_decisions d ON d.item_id = i.id AND d.round = i.round AND d.revision = 1 AND d.annotator_id <> of_user
          JOIN LATERAL (
            SELECT at::smallint FROM generate_series(1, CASE WHEN d.drawn_twice THEN 2 ELSE 1 END) at
            WHERE NOT EXISTS (SELECT FROM review_checks c WHERE c.item_id = i.id AND c.round = i.round AND c.place = at)
              AND NOT EXISTS (SELECT FROM review_leases l
                WHERE l.item_id = i.id AND l.step = 'check' AND l.place = at AND l.until > clock_timestamp())
            ORDER BY at LIMIT 1
          ) p ON true
        WHERE i.review_id = of_review AND i.state = 'to_check'
          AND NOT EXISTS (SELECT FROM review_checks c WHERE c.item_id = i.id AND c.round = i.round AND c.reviewer_id = of_user)
          AND NOT EXISTS (SELECT FROM review_audits a JOIN review_checks c ON c.id = a.check_id
            WHERE a.auditor_id = of_user AND c.item_id = i.id AND c.round = i.round)
          AND NOT EXISTS (SELECT FROM review_leases l WHERE l.item_id = i.id AND l.step = 'check' AND l.user_id = of_user)
        ORDER BY i.number LIMIT wanted - held FOR UPDATE OF i SKIP LOCKED
      ) free;
    ELSE
      SELECT array_agg(id), array_agg(at) INTO found_ids, found_places FROM (
        SELECT i.id, c.place AS at FROM review_checks c JOIN review_items i ON i.id = c.item_id
        WHERE c.review_id = of_review AND c.audit_drawn AND of_user NOT IN (c.annotator_id, c.reviewer_id)
          AND NOT EXISTS (SELECT FROM review_audits a WHERE a.check_id = c.id)
          AND NOT EXISTS (SELECT FROM review_checks_to_come(of_review, of_user) t WHERE t.item_id = i.id AND t.round = c.round)
          -- A lease says at which place of an item one is, not in which round: the earliest comes first.
          AND NOT EXISTS (SELECT FROM review_checks e
            WHERE e.item_id = c.item_id AND e.place = c.place AND e.round < c.round AND e.audit_drawn
              AND of_user NOT IN (e.annotator_id, e.reviewer_id)
              AND NOT EXISTS (SELECT FROM review_audits a WHERE a.check_id = e.id))
          AND NOT EXISTS (SELECT FROM review_leases l
            WHERE l.item_id = i.id AND l.step = 'audit' AND l.place = c.place AND l.until > clock_timestamp())
        ORDER BY c.saved_at, c.id LIMIT wanted - held FOR UPDATE OF i SKIP LOCKED
      ) free;
    END IF;
    EXIT WHEN found_ids IS NULL;
    INSERT INTO review_leases (item_id, step, place, review_id, user_id, until)
      SELECT f.id, of_step, f.at, of_review, of_user, ends FROM unnest(found_ids, found_places) f (id, at)
      ON CONFLICT (item_id, step, place) DO UPDATE SET user_id = EXCLUDED.user_id, until = EXCLUDED.until
        WHERE review_leases.until <= clock_timestamp();
    SELECT count(*) INTO held FROM review_leases l WHERE l.review_id = of_review AND l.user_id = of_user AND l.step = of_step;
  END LOOP;
  RETURN QUERY SELECT l.item_id, l.place, l.until FROM review_leases l JOIN review_items i ON i.id = l.item_id
    WHERE l.review_id = of_review AND l.user_id = of_user AND l.step = of_step ORDER BY i.number, l.place;
END $$;

-- As before, but that whoever has audited a check of the decision can't check it.
CREATE OR REPLACE FUNCTION "look_at_decision"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, at_place integer, of_decision uuid,
  OUT refused text, OUT its_item integer, OUT its_annotator uuid, OUT did_accept boolean, OUT its_reason text, OUT its_comment text,
  OUT is_twice boolean
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  item record;
  last record;
BEGIN
  SELECT * INTO item FROM review_items WHERE review_id = of_review AND number = of_number FOR UPDATE;
  SELECT d.*, f.drawn_twice AS goes_to_two INTO last FROM review_decisions d
    JOIN review_decisions f ON f.item_id = d.item_id AND f.round = d.round AND f.revision = 1
    WHERE d.item_id = item.id AND d.round = in_round ORDER BY d.revision DESC LIMIT 1;
  its_item := item.id;
  its_annotator := last.annotator_id;
  did_accept := last.accepts;
  its_reason := last.reason;
  its_comment := last.comment;
  is_twice := last.goes_to_two;
  refused := CASE
    WHEN last.annotator_id = of_user THEN 'own'
    WHEN NOT EXISTS (SELECT FROM review_assignments a WHERE a.item_id = item.id AND a.step = 'check' AND a.place = at_place
      AND a.round = in_round AND a.user_id = of_user) THEN 'not_found'
    WHEN item.round <> in_round THEN 'returned'
    WHEN last.id <> of_decision THEN 'changed'
    WHEN EXISTS (SELECT FROM review_checks c WHERE c.item_id = item.id AND c.round = in_round
      AND (c.place = at_place OR c.reviewer_id = of_user)) OR EXISTS (SELECT FROM review_audits a
      JOIN review_checks c ON c.id = a.check_id WHERE a.auditor_id = of_user AND c.item_id = item.id AND c.round = in_round)
      THEN 'checked_by_other'
    WHEN EXISTS (SELECT FROM review_leases l WHERE l.item_id = item.id AND l.step = 'check' AND l.place = at_place
      AND l.user_id <> of_user AND l.until > clock_timestamp()) THEN 'given_to_other'
  END;
END $$;
