-- Which checks are audited is drawn when they are stored. A batch that is returned takes nothing back of that: without the
-- checks of its first round, of which more were wrong than elsewhere, what audits say of reviewers would be too kind.
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
          AND NOT EXISTS (SELECT FROM review_leases l WHERE l.item_id = i.id AND l.step = 'check' AND l.user_id = of_user)
        ORDER BY i.number LIMIT wanted - held FOR UPDATE OF i SKIP LOCKED
      ) free;
    ELSE
      SELECT array_agg(id), array_agg(at) INTO found_ids, found_places FROM (
        SELECT i.id, c.place AS at FROM review_checks c JOIN review_items i ON i.id = c.item_id
        WHERE c.review_id = of_review AND c.audit_drawn AND of_user NOT IN (c.annotator_id, c.reviewer_id)
          AND NOT EXISTS (SELECT FROM review_audits a WHERE a.check_id = c.id)
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
