-- What the schema language can't say. Every rule here has a test in prisma/invariants/.

-- People and doors
ALTER TABLE "users"
  ADD CONSTRAINT "users_handle_form" CHECK ("handle" = lower("handle") AND char_length("handle") BETWEEN 2 AND 64),
  ADD CONSTRAINT "users_name_form" CHECK (char_length("name") BETWEEN 1 AND 200);

ALTER TABLE "sign_ins"
  ADD CONSTRAINT "sign_ins_ends_after_start" CHECK ("expires_at" > "created_at");

ALTER TABLE "sign_in_links"
  ADD CONSTRAINT "sign_in_links_hash_size" CHECK (octet_length("token_hash") = 32),
  ADD CONSTRAINT "sign_in_links_one_end" CHECK ("used_at" IS NULL OR "revoked_at" IS NULL);

ALTER TABLE "throttles"
  ADD CONSTRAINT "throttles_attempts_positive" CHECK ("attempts" >= 1);

-- Benchmarks
ALTER TABLE "case_versions"
  ADD CONSTRAINT "case_versions_number_positive" CHECK ("number" >= 1),
  ADD CONSTRAINT "case_versions_hash_size" CHECK (octet_length("hash") = 32 AND octet_length("prompt_hash") = 32),
  ADD CONSTRAINT "case_versions_option_count" CHECK ("option_count" = cardinality("option_names")),
  ALTER COLUMN "option_names" SET NOT NULL;

CREATE UNIQUE INDEX "case_versions_one_current" ON "case_versions" ("case_id") WHERE "retired_at" IS NULL;

ALTER TABLE "case_golds"
  ADD CONSTRAINT "case_golds_has_value"
  CHECK ("choice" IS NOT NULL OR "rating" IS NOT NULL OR COALESCE(cardinality("traits"), 0) > 0),
  ADD CONSTRAINT "case_golds_choice_index" CHECK ("choice" >= 0);

-- Model runs
ALTER TABLE "model_run_tracks"
  ADD CONSTRAINT "model_run_tracks_counts"
  CHECK ("rows" >= 0 AND "matched" >= 0 AND "repaired" >= 0 AND "failed" >= 0 AND "unmatched" >= 0 AND "missing" >= 0);

ALTER TABLE "predictions"
  ADD CONSTRAINT "predictions_failed_is_no_answer"
  CHECK (NOT "failed" OR (
    "choice" IS NULL AND "rating" IS NULL
    AND COALESCE(cardinality("traits"), 0) = 0 AND COALESCE(cardinality("probabilities"), 0) = 0
  )),
  ADD CONSTRAINT "predictions_choice_index" CHECK ("choice" >= 0);

-- Studies
ALTER TABLE "studies"
  ADD CONSTRAINT "studies_opened_when_not_draft" CHECK (("state" = 'draft') = ("opened_at" IS NULL)),
  ADD CONSTRAINT "studies_draft_revision" CHECK ("draft_revision" >= 0);

ALTER TABLE "study_manifests"
  ADD CONSTRAINT "study_manifests_hash_fits" CHECK ("hash" = sha256(convert_to("content", 'UTF8')));

ALTER TABLE "invitations"
  ADD CONSTRAINT "invitations_hash_size" CHECK (octet_length("code_hash") = 32),
  ADD CONSTRAINT "invitations_within_cap" CHECK ("max_uses" >= 1 AND "uses" BETWEEN 0 AND "max_uses");

CREATE FUNCTION "check_study_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'a study begins as a draft' USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state, NEW.state) NOT IN (
    ('draft', 'open'), ('open', 'paused'), ('paused', 'open'), ('open', 'closed'), ('paused', 'closed'), ('closed', 'archived')
  ) THEN
    RAISE EXCEPTION 'a study cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'draft' AND NOT EXISTS (SELECT FROM study_manifests WHERE study_id = NEW.id) THEN
    RAISE EXCEPTION 'a study opens only with a frozen manifest' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "studies_transition" BEFORE UPDATE OF "state" ON "studies"
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION "check_study_transition"();

CREATE TRIGGER "studies_begin_as_draft" BEFORE INSERT ON "studies"
  FOR EACH ROW WHEN (NEW.state <> 'draft') EXECUTE FUNCTION "check_study_transition"();

-- A sample of 100,000 cases is written in one statement, so the rule looks at statements, not at rows.
CREATE FUNCTION "refuse_change_to_frozen_sample"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched JOIN studies ON studies.id = touched.study_id WHERE studies.state <> 'draft') THEN
    RAISE EXCEPTION 'the sample of a study that has opened is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "study_cases_frozen_insert" AFTER INSERT ON "study_cases"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cases_frozen_update" AFTER UPDATE ON "study_cases"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cases_frozen_delete" AFTER DELETE ON "study_cases"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();

-- Sittings
ALTER TABLE "sittings"
  ADD CONSTRAINT "sittings_number_positive" CHECK ("number" >= 1),
  ADD CONSTRAINT "sittings_state_has_its_time" CHECK (
    ("state" <> 'started' OR "started_at" IS NOT NULL)
    AND ("state" <> 'submitted' OR "submitted_at" IS NOT NULL)
    AND (("state" = 'withdrawn') = ("withdrawn_at" IS NOT NULL))
    AND ("submitted_at" IS NULL OR "started_at" IS NOT NULL)
  ),
  ADD CONSTRAINT "sittings_exclusion_has_reason" CHECK (("excluded_at" IS NULL) = ("excluded_reason" IS NULL)),
  ADD CONSTRAINT "sittings_time_allowance" CHECK ("time_allowance_ms" > 0);

CREATE FUNCTION "check_sitting_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('consented', 'started'), ('started', 'submitted'),
    ('consented', 'withdrawn'), ('started', 'withdrawn'), ('submitted', 'withdrawn')
  ) THEN
    RAISE EXCEPTION 'a sitting cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "sittings_transition" BEFORE UPDATE OF "state" ON "sittings"
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION "check_sitting_transition"();

CREATE FUNCTION "is_permutation"(items smallint[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT count(*) = count(DISTINCT item) AND count(*) = cardinality(items)
    AND COALESCE(min(item), 0) = 0 AND COALESCE(max(item), -1) = count(*) - 1 FROM unnest(items) AS item);

ALTER TABLE "served_cases"
  ADD CONSTRAINT "served_cases_position_positive" CHECK ("position" >= 1),
  ADD CONSTRAINT "served_cases_option_order" CHECK ("is_permutation"("option_order")),
  ALTER COLUMN "option_order" SET NOT NULL;

ALTER TABLE "answers"
  ADD CONSTRAINT "answers_revision_positive" CHECK ("revision" >= 1),
  ADD CONSTRAINT "answers_choice_index" CHECK ("choice" >= 0),
  ADD CONSTRAINT "answers_confidence_range" CHECK ("confidence" BETWEEN 0 AND 1),
  ADD CONSTRAINT "answers_counts" CHECK ("active_ms" >= 0 AND "first_answer_ms" >= 0 AND "focus_losses" >= 0 AND "changes" >= 0);

ALTER TABLE "answer_revisions"
  ADD CONSTRAINT "answer_revisions_revision_positive" CHECK ("revision" >= 1);

-- Long work
ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_progress" CHECK ("done" >= 0 AND "total" >= 0),
  ADD CONSTRAINT "jobs_end_has_its_time" CHECK (("state" IN ('done', 'failed', 'cancelled')) = ("finished_at" IS NOT NULL));

CREATE UNIQUE INDEX "jobs_one_running_per_key" ON "jobs" ("exclusive_key") WHERE "state" = 'running';

-- History that nobody rewrites
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: its rows are kept as they were written', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER "audit_events_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "study_manifests_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "study_manifests"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "study_texts_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "study_texts"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "served_cases_kept" BEFORE UPDATE OR TRUNCATE ON "served_cases"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "answer_revisions_kept" BEFORE UPDATE OR TRUNCATE ON "answer_revisions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- A case version may be retired; what it says stays.
CREATE TRIGGER "case_versions_kept" BEFORE UPDATE OF
  "case_id", "number", "hash", "prompt_hash", "original", "content", "option_names", "option_count", "answer_length", "created_at"
  ON "case_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- The right answer is part of what a version's hash covers; it goes only along with the version.
CREATE TRIGGER "case_golds_kept" BEFORE UPDATE OR TRUNCATE ON "case_golds"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "case_golds_not_taken" BEFORE DELETE ON "case_golds"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();

-- Answers leave the database only where a participant asked for it, one named sitting at a time.
CREATE FUNCTION "refuse_unasked_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('benchside.erase_sitting', true) IS DISTINCT FROM OLD.sitting_id::text THEN
    RAISE EXCEPTION 'answers are erased only at the request of the participant' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER "answers_not_erased" BEFORE DELETE ON "answers"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unasked_erasure"();
CREATE TRIGGER "answer_revisions_not_erased" BEFORE DELETE ON "answer_revisions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unasked_erasure"();
CREATE TRIGGER "answers_not_truncated" BEFORE TRUNCATE ON "answers"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
