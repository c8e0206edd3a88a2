-- An admin may open a closed review again, to accept what was left; the audit log keeps why.
CREATE OR REPLACE FUNCTION "check_review_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'a review begins as a draft' USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state, NEW.state) NOT IN (
    ('draft', 'open'), ('open', 'paused'), ('paused', 'open'), ('open', 'closed'), ('paused', 'closed'), ('closed', 'open')
  ) THEN
    RAISE EXCEPTION 'a review cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'draft' AND NOT EXISTS (SELECT FROM review_manifests WHERE review_id = NEW.id) THEN
    RAISE EXCEPTION 'a review opens only with a frozen manifest' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'draft' AND NOT EXISTS (SELECT FROM review_items WHERE review_id = NEW.id) THEN
    RAISE EXCEPTION 'a review opens only with items' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
