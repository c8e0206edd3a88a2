-- CreateEnum
CREATE TYPE "review_state" AS ENUM ('draft', 'open', 'paused', 'closed');

-- CreateEnum
CREATE TYPE "review_part" AS ENUM ('annotator', 'reviewer', 'auditor', 'lead');

-- CreateEnum
CREATE TYPE "review_batch_state" AS ENUM ('open', 'accepted');

-- CreateEnum
CREATE TYPE "review_batch_outcome_kind" AS ENUM ('accepted', 'returned');

-- CreateEnum
CREATE TYPE "review_item_state" AS ENUM ('waiting', 'decided', 'to_check', 'checked');

-- CreateEnum
CREATE TYPE "review_step" AS ENUM ('decide', 'check', 'audit');

-- CreateEnum
CREATE TYPE "review_dispute_step_kind" AS ENUM ('objection', 'answer', 'ruling');

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "benchmark_id" INTEGER,
    "study_id" UUID,
    "state" "review_state" NOT NULL DEFAULT 'draft',
    "settings" JSONB NOT NULL,
    "settings_revision" INTEGER NOT NULL DEFAULT 0,
    "seed" BIGINT,
    "has_simulated" BOOLEAN NOT NULL DEFAULT false,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_manifests" (
    "review_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_manifests_pkey" PRIMARY KEY ("review_id")
);

-- CreateTable
CREATE TABLE "review_members" (
    "review_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "parts" "review_part"[],
    "is_simulated" BOOLEAN NOT NULL DEFAULT false,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "review_members_pkey" PRIMARY KEY ("review_id","user_id")
);

-- CreateTable
CREATE TABLE "review_batches" (
    "review_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "round" SMALLINT NOT NULL DEFAULT 1,
    "state" "review_batch_state" NOT NULL DEFAULT 'open',

    CONSTRAINT "review_batches_pkey" PRIMARY KEY ("review_id","number")
);

-- CreateTable
CREATE TABLE "review_batch_outcomes" (
    "review_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "round" SMALLINT NOT NULL,
    "outcome" "review_batch_outcome_kind" NOT NULL,
    "by_id" UUID,
    "words" TEXT NOT NULL DEFAULT '',
    "counts" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_batch_outcomes_pkey" PRIMARY KEY ("review_id","number","round")
);

-- CreateTable
CREATE TABLE "review_items" (
    "id" SERIAL NOT NULL,
    "review_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "round" SMALLINT NOT NULL DEFAULT 1,
    "state" "review_item_state" NOT NULL DEFAULT 'waiting',

    CONSTRAINT "review_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_leases" (
    "item_id" INTEGER NOT NULL,
    "step" "review_step" NOT NULL,
    "place" SMALLINT NOT NULL,
    "review_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_leases_pkey" PRIMARY KEY ("item_id","step","place")
);

-- CreateTable
CREATE TABLE "review_decisions" (
    "id" UUID NOT NULL,
    "item_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL,
    "round" SMALLINT NOT NULL,
    "revision" SMALLINT NOT NULL,
    "annotator_id" UUID NOT NULL,
    "accepts" BOOLEAN NOT NULL,
    "reason" TEXT,
    "comment" TEXT NOT NULL DEFAULT '',
    "client_at" TIMESTAMPTZ(3) NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ordinal" INTEGER,
    "draw" DOUBLE PRECISION,
    "rate" DOUBLE PRECISION,
    "drawn" BOOLEAN,
    "drawn_twice" BOOLEAN,
    "reviewed_before" INTEGER,
    "right_before" INTEGER,
    "band" SMALLINT,

    CONSTRAINT "review_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_blind_decisions" (
    "id" UUID NOT NULL,
    "item_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL,
    "round" SMALLINT NOT NULL,
    "place" SMALLINT NOT NULL,
    "decision_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "accepts" BOOLEAN NOT NULL,
    "reason" TEXT,
    "client_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_blind_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_checks" (
    "id" UUID NOT NULL,
    "item_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL,
    "round" SMALLINT NOT NULL,
    "place" SMALLINT NOT NULL,
    "decision_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "is_right" BOOLEAN NOT NULL,
    "error_type" TEXT,
    "corrected_accepts" BOOLEAN,
    "corrected_reason" TEXT,
    "comment" TEXT NOT NULL DEFAULT '',
    "client_at" TIMESTAMPTZ(3) NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "audit_draw" DOUBLE PRECISION NOT NULL,
    "audit_drawn" BOOLEAN NOT NULL,

    CONSTRAINT "review_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_dispute_steps" (
    "id" UUID NOT NULL,
    "check_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "step" "review_dispute_step_kind" NOT NULL,
    "by_id" UUID NOT NULL,
    "stands" BOOLEAN,
    "words" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_dispute_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_audits" (
    "id" UUID NOT NULL,
    "check_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "auditor_id" UUID NOT NULL,
    "agrees" BOOLEAN NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "client_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_audits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_judge_decisions" (
    "review_id" UUID NOT NULL,
    "judge" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "accepts" BOOLEAN NOT NULL,
    "reason" TEXT,

    CONSTRAINT "review_judge_decisions_pkey" PRIMARY KEY ("review_id","judge","item_id")
);

-- CreateTable
CREATE TABLE "benchmark_lineages" (
    "benchmark_id" INTEGER NOT NULL,
    "parent_benchmark_id" INTEGER NOT NULL,
    "stages" JSONB NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "benchmark_lineages_pkey" PRIMARY KEY ("benchmark_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reviews_slug_key" ON "reviews"("slug");

-- CreateIndex
CREATE INDEX "reviews_state_created_at_idx" ON "reviews"("state", "created_at");

-- CreateIndex
CREATE INDEX "review_members_user_id_idx" ON "review_members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_members_review_id_number_key" ON "review_members"("review_id", "number");

-- CreateIndex
CREATE INDEX "review_items_review_id_state_number_idx" ON "review_items"("review_id", "state", "number");

-- CreateIndex
CREATE INDEX "review_items_review_id_batch_idx" ON "review_items"("review_id", "batch");

-- CreateIndex
CREATE INDEX "review_items_case_version_id_idx" ON "review_items"("case_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_items_review_id_number_key" ON "review_items"("review_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "review_items_review_id_case_version_id_key" ON "review_items"("review_id", "case_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_items_id_review_id_key" ON "review_items"("id", "review_id");

-- CreateIndex
CREATE INDEX "review_leases_review_id_user_id_idx" ON "review_leases"("review_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_decisions_item_id_round_revision_key" ON "review_decisions"("item_id", "round", "revision");

-- CreateIndex
CREATE UNIQUE INDEX "review_decisions_review_id_annotator_id_ordinal_key" ON "review_decisions"("review_id", "annotator_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "review_decisions_id_item_id_review_id_round_annotator_id_key" ON "review_decisions"("id", "item_id", "review_id", "round", "annotator_id");

-- CreateIndex
CREATE INDEX "review_blind_decisions_decision_id_idx" ON "review_blind_decisions"("decision_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_blind_decisions_item_id_round_place_reviewer_id_key" ON "review_blind_decisions"("item_id", "round", "place", "reviewer_id");

-- CreateIndex
CREATE INDEX "review_checks_decision_id_idx" ON "review_checks"("decision_id");

-- CreateIndex
CREATE INDEX "review_checks_review_id_annotator_id_place_idx" ON "review_checks"("review_id", "annotator_id", "place");

-- CreateIndex
CREATE UNIQUE INDEX "review_checks_item_id_round_place_key" ON "review_checks"("item_id", "round", "place");

-- CreateIndex
CREATE UNIQUE INDEX "review_checks_item_id_round_reviewer_id_key" ON "review_checks"("item_id", "round", "reviewer_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_checks_id_review_id_annotator_id_reviewer_id_key" ON "review_checks"("id", "review_id", "annotator_id", "reviewer_id");

-- CreateIndex
CREATE INDEX "review_dispute_steps_review_id_idx" ON "review_dispute_steps"("review_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_dispute_steps_check_id_step_key" ON "review_dispute_steps"("check_id", "step");

-- CreateIndex
CREATE UNIQUE INDEX "review_audits_check_id_key" ON "review_audits"("check_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_audits_check_id_review_id_annotator_id_reviewer_id_key" ON "review_audits"("check_id", "review_id", "annotator_id", "reviewer_id");

-- CreateIndex
CREATE INDEX "review_judge_decisions_item_id_idx" ON "review_judge_decisions"("item_id");

-- CreateIndex
CREATE INDEX "benchmark_lineages_parent_benchmark_id_idx" ON "benchmark_lineages"("parent_benchmark_id");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_manifests" ADD CONSTRAINT "review_manifests_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_members" ADD CONSTRAINT "review_members_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_members" ADD CONSTRAINT "review_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_batches" ADD CONSTRAINT "review_batches_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_batch_outcomes" ADD CONSTRAINT "review_batch_outcomes_review_id_number_fkey" FOREIGN KEY ("review_id", "number") REFERENCES "review_batches"("review_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_batch_outcomes" ADD CONSTRAINT "review_batch_outcomes_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_review_id_batch_fkey" FOREIGN KEY ("review_id", "batch") REFERENCES "review_batches"("review_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_leases" ADD CONSTRAINT "review_leases_item_id_review_id_fkey" FOREIGN KEY ("item_id", "review_id") REFERENCES "review_items"("id", "review_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_leases" ADD CONSTRAINT "review_leases_review_id_user_id_fkey" FOREIGN KEY ("review_id", "user_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_decisions" ADD CONSTRAINT "review_decisions_item_id_review_id_fkey" FOREIGN KEY ("item_id", "review_id") REFERENCES "review_items"("id", "review_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_decisions" ADD CONSTRAINT "review_decisions_review_id_annotator_id_fkey" FOREIGN KEY ("review_id", "annotator_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_blind_decisions" ADD CONSTRAINT "review_blind_decisions_decision_fkey" FOREIGN KEY ("decision_id", "item_id", "review_id", "round", "annotator_id") REFERENCES "review_decisions"("id", "item_id", "review_id", "round", "annotator_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_blind_decisions" ADD CONSTRAINT "review_blind_decisions_review_id_reviewer_id_fkey" FOREIGN KEY ("review_id", "reviewer_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_checks" ADD CONSTRAINT "review_checks_decision_fkey" FOREIGN KEY ("decision_id", "item_id", "review_id", "round", "annotator_id") REFERENCES "review_decisions"("id", "item_id", "review_id", "round", "annotator_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_checks" ADD CONSTRAINT "review_checks_review_id_reviewer_id_fkey" FOREIGN KEY ("review_id", "reviewer_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_dispute_steps" ADD CONSTRAINT "review_dispute_steps_check_fkey" FOREIGN KEY ("check_id", "review_id", "annotator_id", "reviewer_id") REFERENCES "review_checks"("id", "review_id", "annotator_id", "reviewer_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_dispute_steps" ADD CONSTRAINT "review_dispute_steps_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_audits" ADD CONSTRAINT "review_audits_check_fkey" FOREIGN KEY ("check_id", "review_id", "annotator_id", "reviewer_id") REFERENCES "review_checks"("id", "review_id", "annotator_id", "reviewer_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_audits" ADD CONSTRAINT "review_audits_review_id_auditor_id_fkey" FOREIGN KEY ("review_id", "auditor_id") REFERENCES "review_members"("review_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_judge_decisions" ADD CONSTRAINT "review_judge_decisions_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_judge_decisions" ADD CONSTRAINT "review_judge_decisions_item_id_review_id_fkey" FOREIGN KEY ("item_id", "review_id") REFERENCES "review_items"("id", "review_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_lineages" ADD CONSTRAINT "benchmark_lineages_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_lineages" ADD CONSTRAINT "benchmark_lineages_parent_benchmark_id_fkey" FOREIGN KEY ("parent_benchmark_id") REFERENCES "benchmarks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language can't say.
ALTER TABLE "reviews"
  ADD CONSTRAINT "reviews_settings_revision" CHECK ("settings_revision" >= 0),
  ADD CONSTRAINT "reviews_opened_when_not_draft" CHECK (("state" = 'draft') = ("opened_at" IS NULL)),
  ADD CONSTRAINT "reviews_closed_has_its_time" CHECK (("state" = 'closed') = ("closed_at" IS NOT NULL)),
  ADD CONSTRAINT "reviews_opened_with_all" CHECK ("state" = 'draft' OR ("seed" IS NOT NULL AND "benchmark_id" IS NOT NULL));

ALTER TABLE "review_manifests"
  ADD CONSTRAINT "review_manifests_hash_fits" CHECK ("hash" = sha256(convert_to("content", 'UTF8')));

ALTER TABLE "review_members"
  ADD CONSTRAINT "review_members_number_positive" CHECK ("number" >= 1),
  ADD CONSTRAINT "review_members_has_part" CHECK (cardinality("parts") >= 1),
  ALTER COLUMN "parts" SET NOT NULL;

ALTER TABLE "review_batches"
  ADD CONSTRAINT "review_batches_counts" CHECK ("number" >= 1 AND "round" >= 1);

ALTER TABLE "review_batch_outcomes"
  ADD CONSTRAINT "review_batch_outcomes_words_form" CHECK (char_length("words") <= 4000);

ALTER TABLE "review_items"
  ADD CONSTRAINT "review_items_counts" CHECK ("number" >= 1 AND "round" >= 1);

ALTER TABLE "review_leases"
  ADD CONSTRAINT "review_leases_place_known" CHECK ("place" = 1 OR ("place" = 2 AND "step" <> 'decide'));

ALTER TABLE "review_decisions"
  ADD CONSTRAINT "review_decisions_counts" CHECK ("round" >= 1 AND "revision" >= 1),
  ADD CONSTRAINT "review_decisions_reason_of_rejection" CHECK ("accepts" = ("reason" IS NULL)),
  ADD CONSTRAINT "review_decisions_comment_form" CHECK (char_length("comment") <= 4000),
  -- All of it with the first revision, nothing with the others.
  ADD CONSTRAINT "review_decisions_drawn_once" CHECK (
    num_nulls("ordinal", "draw", "rate", "drawn", "drawn_twice", "reviewed_before", "right_before")
      = CASE WHEN "revision" = 1 THEN 0 ELSE 7 END
    AND ("revision" = 1 OR "band" IS NULL)
  ),
  ADD CONSTRAINT "review_decisions_draw_fits" CHECK (
    "ordinal" >= 1 AND "draw" >= 0 AND "draw" < 1 AND "rate" BETWEEN 0 AND 1 AND "drawn" = ("draw" < "rate")
    AND ("drawn" OR NOT "drawn_twice") AND "right_before" BETWEEN 0 AND "reviewed_before" AND ("band" IS NULL OR "band" >= 0)
  );

ALTER TABLE "review_blind_decisions"
  ADD CONSTRAINT "review_blind_decisions_by_somebody_else" CHECK ("reviewer_id" <> "annotator_id"),
  ADD CONSTRAINT "review_blind_decisions_place_known" CHECK ("place" IN (1, 2)),
  ADD CONSTRAINT "review_blind_decisions_reason_of_rejection" CHECK ("accepts" = ("reason" IS NULL));

ALTER TABLE "review_checks"
  ADD CONSTRAINT "review_checks_by_somebody_else" CHECK ("reviewer_id" <> "annotator_id"),
  ADD CONSTRAINT "review_checks_place_known" CHECK ("place" IN (1, 2)),
  ADD CONSTRAINT "review_checks_wrong_says_why" CHECK (
    "is_right" = ("error_type" IS NULL) AND "is_right" = ("corrected_accepts" IS NULL)
    AND ("corrected_reason" IS NOT NULL) = (NOT coalesce("corrected_accepts", true))
  ),
  ADD CONSTRAINT "review_checks_comment_form" CHECK (char_length("comment") <= 4000),
  ADD CONSTRAINT "review_checks_draw_fits" CHECK ("audit_draw" >= 0 AND "audit_draw" < 1);

ALTER TABLE "review_dispute_steps"
  ADD CONSTRAINT "review_dispute_steps_stands_or_objects" CHECK (("step" = 'objection') = ("stands" IS NULL)),
  ADD CONSTRAINT "review_dispute_steps_words_form" CHECK (char_length("words") <= 4000 AND ("step" <> 'objection' OR "words" <> '')),
  ADD CONSTRAINT "review_dispute_steps_by_its_side" CHECK (CASE "step"
    WHEN 'objection' THEN "by_id" = "annotator_id"
    WHEN 'answer' THEN "by_id" = "reviewer_id"
    ELSE "by_id" NOT IN ("annotator_id", "reviewer_id") END);

ALTER TABLE "review_audits"
  ADD CONSTRAINT "review_audits_by_somebody_else" CHECK ("auditor_id" NOT IN ("annotator_id", "reviewer_id")),
  ADD CONSTRAINT "review_audits_comment_form" CHECK (char_length("comment") <= 4000);

ALTER TABLE "review_judge_decisions"
  ADD CONSTRAINT "review_judge_decisions_judge_form" CHECK (char_length("judge") BETWEEN 1 AND 200),
  ADD CONSTRAINT "review_judge_decisions_reason_of_rejection" CHECK (NOT "accepts" OR "reason" IS NULL);

ALTER TABLE "benchmark_lineages"
  ADD CONSTRAINT "benchmark_lineages_of_another" CHECK ("benchmark_id" <> "parent_benchmark_id"),
  ADD CONSTRAINT "benchmark_lineages_digest_size" CHECK (octet_length("digest") = 32);

-- What an auditor looks for, and what annotators' checks come to.
CREATE INDEX "review_checks_to_audit" ON "review_checks" ("review_id", "saved_at") WHERE "audit_drawn";

CREATE FUNCTION "check_review_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'a review begins as a draft' USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state, NEW.state) NOT IN (
    ('draft', 'open'), ('open', 'paused'), ('paused', 'open'), ('open', 'closed'), ('paused', 'closed')
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

CREATE TRIGGER "reviews_transition" BEFORE UPDATE OF "state" ON "reviews"
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION "check_review_transition"();
CREATE TRIGGER "reviews_begin_as_draft" BEFORE INSERT ON "reviews"
  FOR EACH ROW WHEN (NEW.state <> 'draft') EXECUTE FUNCTION "check_review_transition"();

CREATE FUNCTION "refuse_change_to_opened_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the plan of a review that has opened is frozen' USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "reviews_frozen" BEFORE UPDATE ON "reviews"
  FOR EACH ROW WHEN (
    OLD.state <> 'draft' AND (OLD.slug, OLD.title, OLD.template, OLD.benchmark_id, OLD.study_id, OLD.settings, OLD.settings_revision, OLD.seed, OLD.opened_at, OLD.created_at)
      IS DISTINCT FROM (NEW.slug, NEW.title, NEW.template, NEW.benchmark_id, NEW.study_id, NEW.settings, NEW.settings_revision, NEW.seed, NEW.opened_at, NEW.created_at)
  ) EXECUTE FUNCTION "refuse_change_to_opened_review"();

-- Items are written in one statement, so the rule looks at statements, not at rows.
CREATE FUNCTION "refuse_change_to_opened_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched JOIN reviews ON reviews.id = touched.review_id WHERE reviews.state <> 'draft') THEN
    RAISE EXCEPTION 'the plan of a review that has opened is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "review_items_frozen_insert" AFTER INSERT ON "review_items"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_opened_items"();
CREATE TRIGGER "review_items_frozen_delete" AFTER DELETE ON "review_items"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_opened_items"();
CREATE TRIGGER "review_items_kept" BEFORE UPDATE OF "id", "review_id", "number", "batch", "case_version_id" OR TRUNCATE ON "review_items"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_batches_frozen_insert" AFTER INSERT ON "review_batches"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_opened_items"();
CREATE TRIGGER "review_batches_frozen_delete" AFTER DELETE ON "review_batches"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_opened_items"();

CREATE FUNCTION "refuse_other_rounds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'on %, rounds go up one by one', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "review_items_round" BEFORE UPDATE OF "round" ON "review_items"
  FOR EACH ROW WHEN (NEW.round NOT IN (OLD.round, OLD.round + 1)) EXECUTE FUNCTION "refuse_other_rounds"();

CREATE FUNCTION "check_batch_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.review_id, OLD.number) IS DISTINCT FROM (NEW.review_id, NEW.number) OR OLD.state = 'accepted' THEN
    RAISE EXCEPTION 'a batch keeps its number, and one that was accepted stays so' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.round NOT IN (OLD.round, OLD.round + 1) OR NEW.state = 'accepted' AND NEW.round <> OLD.round THEN
    RAISE EXCEPTION 'on review_batches, rounds go up one by one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "review_batches_transition" BEFORE UPDATE ON "review_batches"
  FOR EACH ROW EXECUTE FUNCTION "check_batch_transition"();

CREATE FUNCTION "refuse_change_by_another"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM review_decisions WHERE item_id = NEW.item_id AND round = NEW.round
      AND revision = 1 AND annotator_id = NEW.annotator_id) THEN
    RAISE EXCEPTION 'a decision is changed by who made it' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "review_decisions_own" BEFORE INSERT ON "review_decisions"
  FOR EACH ROW WHEN (NEW.revision > 1) EXECUTE FUNCTION "refuse_change_by_another"();

-- Objected to is what says wrong; answered, what was objected to; ruled on, what was not taken back.
CREATE FUNCTION "check_dispute_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.step = 'objection' THEN
    IF EXISTS (SELECT FROM review_checks WHERE id = NEW.check_id AND is_right) THEN
      RAISE EXCEPTION 'nobody objects to being right' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NOT EXISTS (SELECT FROM review_dispute_steps WHERE check_id = NEW.check_id AND step = 'objection')
    OR EXISTS (SELECT FROM review_dispute_steps WHERE check_id = NEW.check_id
      AND (step = 'ruling' OR NEW.step = 'ruling' AND NOT stands)) THEN
    RAISE EXCEPTION 'a dispute goes by objection, answer and ruling, and ends where a check is taken back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "review_dispute_steps_in_order" BEFORE INSERT ON "review_dispute_steps"
  FOR EACH ROW EXECUTE FUNCTION "check_dispute_order"();

-- What is made up is told from what people did, for good.
CREATE FUNCTION "mark_simulated_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET has_simulated = true WHERE id = NEW.review_id AND NOT has_simulated;
  RETURN NULL;
END $$;

CREATE TRIGGER "review_members_mark_review" AFTER INSERT ON "review_members"
  FOR EACH ROW WHEN (NEW.is_simulated) EXECUTE FUNCTION "mark_simulated_review"();
CREATE TRIGGER "review_members_mark_kept" BEFORE UPDATE OF "is_simulated" ON "review_members"
  FOR EACH ROW WHEN (OLD.is_simulated IS DISTINCT FROM NEW.is_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();
CREATE TRIGGER "reviews_mark_kept" BEFORE UPDATE OF "has_simulated" ON "reviews"
  FOR EACH ROW WHEN (OLD.has_simulated AND NOT NEW.has_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();

-- History that nobody rewrites
CREATE TRIGGER "review_manifests_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_manifests"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_batch_outcomes_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_batch_outcomes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_decisions_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_decisions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_blind_decisions_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_blind_decisions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_checks_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_checks"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_dispute_steps_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_dispute_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_audits_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_audits"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
