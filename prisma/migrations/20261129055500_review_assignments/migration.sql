-- CreateTable
CREATE TABLE "review_assignments" (
    "item_id" INTEGER NOT NULL,
    "step" "review_step" NOT NULL,
    "place" SMALLINT NOT NULL,
    "round" SMALLINT NOT NULL,
    "review_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "review_assignments_pkey" PRIMARY KEY ("item_id","step","place","round","user_id")
);

-- CreateIndex
CREATE INDEX "review_assignments_review_id_user_id_idx" ON "review_assignments"("review_id", "user_id");

-- AddForeignKey
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_item_id_review_id_fkey" FOREIGN KEY ("item_id", "review_id") REFERENCES "review_items"("id", "review_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_review_id_user_id_fkey" FOREIGN KEY ("review_id", "user_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Devices keep working through an upgrade: current leases count, and blind decisions whose check is still missing.
INSERT INTO "review_assignments" ("item_id", "step", "place", "round", "review_id", "user_id")
SELECT l."item_id", l."step", l."place", i."round", l."review_id", l."user_id"
FROM "review_leases" l JOIN "review_items" i ON i."id" = l."item_id" WHERE l."step" <> 'audit'
UNION
SELECT "item_id", 'check', "place", "round", "review_id", "reviewer_id" FROM "review_blind_decisions";

-- A lease passes from one member to the next: who had it before has to be known as well. Audits need no record, since a check's
-- id is known only to those who were shown it.
CREATE FUNCTION "record_review_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_assignments (item_id, step, place, round, review_id, user_id)
    SELECT NEW.item_id, NEW.step, NEW.place, i.round, NEW.review_id, NEW.user_id FROM review_items i WHERE i.id = NEW.item_id
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "review_leases_recorded" AFTER INSERT OR UPDATE OF "user_id" ON "review_leases"
  FOR EACH ROW WHEN (NEW.step <> 'audit') EXECUTE FUNCTION "record_review_assignment"();

-- A decision needs a lease of the annotator's, current or past, and no running lease of another's. One that was drawn for a
-- check can't be changed: whoever learned which ones were drawn could otherwise correct those alone.
CREATE OR REPLACE FUNCTION "decide_review_item"(
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
  SELECT d.*, f.drawn AS goes_to_check INTO last FROM review_decisions d
    JOIN review_decisions f ON f.item_id = d.item_id AND f.round = d.round AND f.revision = 1
    WHERE d.item_id = item.id AND d.round = in_round ORDER BY d.revision DESC LIMIT 1;
  -- The same answer for an item that isn't there and for one that was never given to this annotator in this round.
  outcome := CASE
    WHEN last.annotator_id IS DISTINCT FROM of_user AND NOT EXISTS (SELECT FROM review_assignments a
      WHERE a.item_id = item.id AND a.step = 'decide' AND a.round = in_round AND a.user_id = of_user) THEN 'not_found'
    WHEN item.round <> in_round THEN 'returned'
    WHEN item.batch_state = 'accepted' THEN 'accepted'
    WHEN last.annotator_id <> of_user THEN 'decided_by_other'
    WHEN last.goes_to_check THEN 'taken_up'
    WHEN last.id IS NULL AND EXISTS (SELECT FROM review_leases l
      WHERE l.item_id = item.id AND l.step = 'decide' AND l.user_id <> of_user AND l.until > clock_timestamp()) THEN 'given_to_other'
  END;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  IF last.id IS NOT NULL THEN
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

-- What a check and a blind decision ask of the item, once its row is held: null, or why nothing is taken. The reviewer's own
-- decision is refused before anything else is looked at, and whatever was never given to them for a check, drawn or not, isn't
-- there: no answer tells an annotator which decisions were drawn.
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
      AND (c.place = at_place OR c.reviewer_id = of_user)) THEN 'checked_by_other'
    WHEN EXISTS (SELECT FROM review_leases l WHERE l.item_id = item.id AND l.step = 'check' AND l.place = at_place
      AND l.user_id <> of_user AND l.until > clock_timestamp()) THEN 'given_to_other'
  END;
END $$;

-- Stores what a reviewer says before being shown the decision, and tells the decision. Said once: whoever says it again, also
-- as the other of two reviewers, has read the decision meanwhile, and is told what they said first.
CREATE OR REPLACE FUNCTION "decide_review_item_blind"(
  of_review uuid, of_user uuid, of_number integer, in_round integer, at_place integer, of_decision uuid, new_id uuid,
  does_accept boolean, why text, by_client timestamptz,
  OUT outcome text, OUT said_accept boolean, OUT said_reason text, OUT did_accept boolean, OUT its_reason text, OUT its_comment text
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off AS $$
DECLARE
  place record;
  first record;
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
  SELECT b.id, b.accepts, b.reason INTO first FROM review_blind_decisions b
    WHERE b.item_id = place.its_item AND b.round = in_round AND b.reviewer_id = of_user ORDER BY b.saved_at, b.id LIMIT 1;
  INSERT INTO review_blind_decisions (id, item_id, review_id, round, place, decision_id, annotator_id, reviewer_id, accepts, reason, client_at)
    VALUES (new_id, place.its_item, of_review, in_round, at_place, of_decision, place.its_annotator, of_user,
      CASE WHEN first.id IS NULL THEN does_accept ELSE first.accepts END, CASE WHEN first.id IS NULL THEN why ELSE first.reason END, by_client)
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

-- Stores what an auditor says of a check, or says why not. Those whom the check is about are refused whether it was drawn or not.
CREATE OR REPLACE FUNCTION "audit_review_check"(
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
    WHEN of_user IN (its_check.annotator_id, its_check.reviewer_id) THEN 'own'
    WHEN its_check.id IS NULL OR NOT its_check.audit_drawn THEN 'not_found'
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
