-- CreateTable
CREATE TABLE "demo_removals" (
    "id" SERIAL NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "counts" JSONB NOT NULL,

    CONSTRAINT "demo_removals_pkey" PRIMARY KEY ("id")
);

-- What belongs to the demo is removable, so nothing becomes part of it later, and nothing leaves it.
CREATE FUNCTION "refuse_change_of_demo"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'on %, the mark of the demo is kept as it is', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER "users_demo_kept" BEFORE UPDATE OF "is_demo" ON "users"
  FOR EACH ROW WHEN (OLD.is_demo IS DISTINCT FROM NEW.is_demo) EXECUTE FUNCTION "refuse_change_of_demo"();
CREATE TRIGGER "benchmarks_demo_kept" BEFORE UPDATE OF "is_demo" ON "benchmarks"
  FOR EACH ROW WHEN (OLD.is_demo IS DISTINCT FROM NEW.is_demo) EXECUTE FUNCTION "refuse_change_of_demo"();
CREATE TRIGGER "studies_demo_kept" BEFORE UPDATE OF "is_demo" ON "studies"
  FOR EACH ROW WHEN (OLD.is_demo IS DISTINCT FROM NEW.is_demo) EXECUTE FUNCTION "refuse_change_of_demo"();
CREATE TRIGGER "reviews_demo_kept" BEFORE UPDATE OF "is_demo" ON "reviews"
  FOR EACH ROW WHEN (OLD.is_demo IS DISTINCT FROM NEW.is_demo) EXECUTE FUNCTION "refuse_change_of_demo"();

-- A removal without its time is one that is under way. Only remove_demo writes these, and it sets the time before it
-- returns, so that no transaction but its own ever sees one. The schema is named: a temporary table of the caller's
-- would be found first.
CREATE FUNCTION "is_demo_study_going"(study uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.demo_removals WHERE removed_at IS NULL)
    AND EXISTS (SELECT FROM public.studies WHERE id = study AND is_demo)
$$;
CREATE FUNCTION "is_demo_review_going"(review uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.demo_removals WHERE removed_at IS NULL)
    AND EXISTS (SELECT FROM public.reviews WHERE id = review AND is_demo)
$$;

CREATE FUNCTION "refuse_taking_of_study"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_demo_study_going(OLD.study_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: its rows are kept as they were written', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION "refuse_taking_of_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_demo_review_going(OLD.review_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: its rows are kept as they were written', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- What was refused by statements is refused by rows, which say what they belong to.
DO $$
DECLARE
  kept text;
  of_what text;
BEGIN
  FOREACH kept IN ARRAY ARRAY[
    'study_manifests', 'study_texts', 'study_details', 'case_analyses',
    'review_manifests', 'review_batch_outcomes', 'review_decisions', 'review_blind_decisions', 'review_checks',
    'review_dispute_steps', 'review_audits', 'review_filters', 'review_filter_decisions'
  ] LOOP
    of_what := CASE WHEN kept LIKE 'review%' THEN 'review' ELSE 'study' END;
    EXECUTE format('DROP TRIGGER %I ON %I', kept || '_kept', kept);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting()',
      kept || '_kept', kept);
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
      kept || '_not_taken', kept, 'refuse_taking_of_' || of_what);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "refuse_unasked_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('benchside.erase_sitting', true) IS DISTINCT FROM OLD.sitting_id::text
    AND public.is_demo_study_going((SELECT study_id FROM public.sittings WHERE id = OLD.sitting_id)) IS NOT TRUE THEN
    RAISE EXCEPTION 'answers are erased only at the request of the participant' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION "refuse_change_to_frozen_sample"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM touched JOIN public.studies ON studies.id = touched.study_id
    WHERE studies.state <> 'draft' AND NOT (TG_OP = 'DELETE' AND public.is_demo_study_going(studies.id))
  ) THEN
    RAISE EXCEPTION 'the plan of a study that has opened is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "refuse_change_to_opened_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM touched JOIN public.reviews ON reviews.id = touched.review_id
    WHERE reviews.state <> 'draft' AND NOT (TG_OP = 'DELETE' AND public.is_demo_review_going(reviews.id))
  ) THEN
    RAISE EXCEPTION 'the plan of a review that has opened is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- What a removal takes. A review that isn't the demo's keeps the study it is about; what stays keeps its benchmark,
-- and a benchmark those it was made of.
CREATE FUNCTION "demo_extent"(OUT "study_ids" uuid[], OUT "review_ids" uuid[], OUT "benchmark_ids" integer[])
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE going AS (
    SELECT s.id FROM studies s
    WHERE s.is_demo AND NOT EXISTS (SELECT FROM reviews r WHERE r.study_id = s.id AND NOT r.is_demo)
  ), needed (id) AS (
    SELECT s.benchmark_id FROM studies s WHERE s.id NOT IN (SELECT id FROM going)
    UNION SELECT r.benchmark_id FROM reviews r WHERE NOT r.is_demo
    UNION SELECT b.id FROM benchmarks b WHERE NOT b.is_demo
  ), staying (id) AS (
    SELECT id FROM needed WHERE id IS NOT NULL
    UNION SELECT l.parent_benchmark_id FROM staying JOIN benchmark_lineages l ON l.benchmark_id = staying.id
  )
  SELECT ARRAY(SELECT id FROM going), ARRAY(SELECT id FROM reviews WHERE is_demo),
    ARRAY(SELECT id FROM benchmarks WHERE id NOT IN (SELECT id FROM staying))
$$;

-- People of a removal: simulated ones who took part in nothing else, and the demo's accounts.
CREATE FUNCTION "demo_people"("study_ids" uuid[], "review_ids" uuid[]) RETURNS TABLE ("id" uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u WHERE u.is_demo AND u.deactivated_at IS NULL
  UNION
  SELECT u.id FROM users u WHERE u.is_simulated
    AND (EXISTS (SELECT FROM sittings s WHERE s.user_id = u.id AND s.study_id = ANY(study_ids))
      OR EXISTS (SELECT FROM review_members m WHERE m.user_id = u.id AND m.review_id = ANY(review_ids)))
    AND NOT EXISTS (SELECT FROM sittings s WHERE s.user_id = u.id AND s.study_id <> ALL(study_ids))
    AND NOT EXISTS (SELECT FROM review_members m WHERE m.user_id = u.id AND m.review_id <> ALL(review_ids))
$$;

-- What a removal takes, in numbers. Answers are a review's decisions, checks and audits, too; real ones are those of
-- people who are neither simulated nor the demo's.
CREATE FUNCTION "demo_counts"() RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH extent AS MATERIALIZED (SELECT * FROM demo_extent()),
  given AS (
    SELECT s.user_id FROM extent, sittings s JOIN answers a ON a.sitting_id = s.id WHERE s.study_id = ANY(study_ids)
    UNION ALL SELECT annotator_id FROM extent, review_decisions WHERE review_id = ANY(review_ids) AND revision = 1
    UNION ALL SELECT reviewer_id FROM extent, review_checks WHERE review_id = ANY(review_ids)
    UNION ALL SELECT auditor_id FROM extent, review_audits WHERE review_id = ANY(review_ids)
  ), took_part AS (
    SELECT s.user_id FROM extent, sittings s WHERE s.study_id = ANY(study_ids) UNION SELECT user_id FROM given
  ), people AS (
    SELECT u.id FROM users u WHERE NOT u.is_simulated AND NOT u.is_demo AND u.id IN (SELECT user_id FROM took_part)
  )
  SELECT jsonb_build_object(
    'studies', cardinality(study_ids),
    'reviews', cardinality(review_ids),
    'benchmarks', cardinality(benchmark_ids),
    'runs', (SELECT count(*) FROM model_runs WHERE benchmark_id = ANY(benchmark_ids)),
    'ownRuns', (SELECT count(*) FROM model_runs WHERE benchmark_id = ANY(benchmark_ids) AND NOT is_demo),
    'accounts', (SELECT count(*) FROM demo_people(study_ids, review_ids)),
    'answers', (SELECT count(*) FROM given),
    'people', (SELECT count(*) FROM people),
    'peoplesAnswers', (SELECT count(*) FROM given WHERE user_id IN (SELECT id FROM people))
  ) FROM extent
$$;

-- The application's role can't take any of this away. This does, for the demo and for nothing else, whole or not at all.
-- Answers of real people go only where the caller knows how many people and answers there are: otherwise, and where
-- something is at work, nothing is removed and the reason returned.
CREATE FUNCTION "remove_demo"("known_people" integer, "known_answers" integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  extent record;
  counts jsonb;
  removal integer;
  benchmark integer;
  benchmarks_gone integer;
  study uuid;
  person_ids uuid[];
  person uuid;
  taken text;
BEGIN
  -- The locks under which answers are stored and files imported: both wait, or are waited for.
  FOR study IN SELECT id FROM studies WHERE is_demo ORDER BY id LOOP
    PERFORM pg_advisory_xact_lock(hashtext('study answers'), hashtext(study::text));
  END LOOP;
  FOR benchmark IN SELECT id FROM benchmarks WHERE is_demo ORDER BY id LOOP
    IF NOT pg_try_advisory_xact_lock(hashtext('benchmark'), benchmark) THEN
      RETURN '{"refused": "job_runs"}';
    END IF;
  END LOOP;
  PERFORM FROM studies WHERE is_demo ORDER BY id FOR UPDATE;
  PERFORM FROM reviews WHERE is_demo ORDER BY id FOR UPDATE;
  PERFORM FROM benchmarks WHERE is_demo ORDER BY id FOR UPDATE;
  SELECT * INTO extent FROM demo_extent();
  PERFORM FROM sittings WHERE study_id = ANY(extent.study_ids) ORDER BY id FOR UPDATE;
  PERFORM FROM review_items WHERE review_id = ANY(extent.review_ids) ORDER BY id FOR UPDATE;
  -- A key ends with what it is about.
  IF EXISTS (
    SELECT FROM jobs WHERE state = 'running' AND (kind = 'make_examples' OR benchmark_id = ANY(extent.benchmark_ids)
      OR right(exclusive_key, 36) = ANY((extent.study_ids || extent.review_ids)::text[]))
  ) OR EXISTS (SELECT FROM endpoint_runs WHERE state = 'running'
      AND (benchmark_id = ANY(extent.benchmark_ids) OR study_id = ANY(extent.study_ids))) THEN
    RETURN '{"refused": "job_runs"}';
  END IF;
  counts := demo_counts();
  IF (counts ->> 'people')::integer > known_people OR (counts ->> 'peoplesAnswers')::integer > known_answers THEN
    RETURN '{"refused": "changed"}';
  END IF;
  person_ids := ARRAY(SELECT id FROM demo_people(extent.study_ids, extent.review_ids));

  INSERT INTO demo_removals (counts) VALUES (counts) RETURNING id INTO removal;
  DELETE FROM jobs WHERE kind = 'make_examples'
    OR right(exclusive_key, 36) = ANY((extent.study_ids || extent.review_ids)::text[]);

  FOREACH taken IN ARRAY ARRAY[
    'review_dispute_steps', 'review_audits', 'review_checks', 'review_blind_decisions', 'review_decisions',
    'review_filter_decisions', 'review_filters', 'review_batch_outcomes', 'review_items', 'review_batches', 'review_manifests'
  ] LOOP
    EXECUTE format('DELETE FROM %I WHERE review_id = ANY($1)', taken) USING extent.review_ids;
  END LOOP;
  DELETE FROM reviews WHERE id = ANY(extent.review_ids);

  DELETE FROM answer_revisions WHERE sitting_id IN (SELECT id FROM sittings WHERE study_id = ANY(extent.study_ids));
  DELETE FROM answers WHERE sitting_id IN (SELECT id FROM sittings WHERE study_id = ANY(extent.study_ids));
  FOREACH taken IN ARRAY ARRAY[
    'sittings', 'case_reports', 'case_analyses', 'study_cell_cases', 'study_cells', 'study_cases', 'invitations',
    'study_cards', 'study_details', 'study_texts', 'study_manifests', 'endpoint_runs'
  ] LOOP
    EXECUTE format('DELETE FROM %I WHERE study_id = ANY($1)', taken) USING extent.study_ids;
  END LOOP;
  DELETE FROM studies WHERE id = ANY(extent.study_ids);

  -- Those that others were made of come after these.
  LOOP
    DELETE FROM model_runs WHERE benchmark_id = ANY(extent.benchmark_ids);
    DELETE FROM benchmarks b WHERE b.id = ANY(extent.benchmark_ids)
      AND NOT EXISTS (SELECT FROM benchmark_lineages l WHERE l.parent_benchmark_id = b.id);
    GET DIAGNOSTICS benchmarks_gone = ROW_COUNT;
    EXIT WHEN benchmarks_gone = 0;
  END LOOP;

  -- Who is named in the record, or made something that stays, keeps the name there and has no way in any more.
  FOREACH person IN ARRAY person_ids LOOP
    BEGIN
      DELETE FROM users WHERE id = person;
    EXCEPTION WHEN foreign_key_violation OR restrict_violation THEN
      UPDATE users SET deactivated_at = coalesce(deactivated_at, now()), secret_hash = NULL WHERE id = person;
      FOREACH taken IN ARRAY ARRAY[
        'sign_ins', 'half_sign_ins', 'passkeys', 'code_apps', 'recovery_codes', 'sign_in_links', 'api_tokens', 'study_members'
      ] LOOP
        EXECUTE format('DELETE FROM %I WHERE user_id = $1', taken) USING person;
      END LOOP;
    END;
  END LOOP;

  UPDATE demo_removals SET removed_at = now() WHERE id = removal;
  RETURN counts;
END $$;
