-- AlterTable
ALTER TABLE "case_versions" ADD COLUMN "variation" TEXT;

-- AlterTable
ALTER TABLE "endpoint_runs" ADD COLUMN "arm" SMALLINT;

-- AlterTable
ALTER TABLE "study_cells" ADD COLUMN "arm" SMALLINT;

-- AlterTable
ALTER TABLE "sittings" ADD COLUMN "arm" SMALLINT;

-- A case is varied as often as studies show it otherwise, under one number; of those that aren't, each number is there once.
DROP INDEX "case_versions_case_id_number_key";
CREATE UNIQUE INDEX "case_versions_case_id_number_variation_key"
  ON "case_versions"("case_id", "number", "variation") NULLS NOT DISTINCT;

-- A varied version is asked in the studies that made it, and is never what its case says now.
ALTER TABLE "case_versions"
  ADD CONSTRAINT "case_versions_variation" CHECK ("variation" IS NULL OR ("variation" <> '' AND "retired_at" IS NOT NULL));
ALTER TABLE "endpoint_runs"
  ADD CONSTRAINT "endpoint_runs_arm" CHECK ("arm" IS NULL OR ("arm" >= 1 AND "study_id" IS NOT NULL));
ALTER TABLE "study_cells" ADD CONSTRAINT "study_cells_arm_positive" CHECK ("arm" >= 1);
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_arm_positive" CHECK ("arm" >= 1);

DROP TRIGGER "case_versions_kept" ON "case_versions";
CREATE TRIGGER "case_versions_kept" BEFORE UPDATE OF
  "case_id", "number", "hash", "prompt_hash", "original", "form", "content", "option_names", "option_count", "answer_length", "group_name", "attributes", "overlap", "created_at", "variation"
  ON "case_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

DROP TRIGGER "study_cells_kept" ON "study_cells";
CREATE TRIGGER "study_cells_kept" BEFORE UPDATE OF "study_id", "number", "capacity", "arm" OR TRUNCATE ON "study_cells"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- Chance gave it once.
CREATE TRIGGER "sittings_arm_kept" BEFORE UPDATE OF "arm" ON "sittings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- As before, but that a varied version stands as long as the one that it shows otherwise.
CREATE OR REPLACE FUNCTION "check_study_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'a study begins as a draft' USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state, NEW.state) NOT IN (
    ('draft', 'open'), ('open', 'paused'), ('paused', 'open'), ('open', 'closed'), ('paused', 'closed'), ('closed', 'archived')
  ) THEN
    RAISE EXCEPTION 'a study cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'draft' THEN
    IF NOT EXISTS (SELECT FROM study_manifests WHERE study_id = NEW.id) THEN
      RAISE EXCEPTION 'a study opens only with a frozen manifest' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (
      SELECT FROM study_cases s JOIN case_versions v ON v.id = s.case_version_id
        JOIN case_versions shown ON shown.case_id = v.case_id AND shown.number = v.number AND shown.variation IS NULL
      WHERE s.study_id = NEW.id AND shown.retired_at IS NOT NULL
    ) THEN
      RAISE EXCEPTION 'a study cannot open with a case that is no longer valid' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
