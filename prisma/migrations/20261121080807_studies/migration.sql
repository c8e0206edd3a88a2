-- DropIndex
DROP INDEX "invitations_study_id_created_at_idx";

-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "place" TEXT;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "number" INTEGER NOT NULL,
ADD COLUMN     "public_code" TEXT,
ADD COLUMN     "service" JSONB;

-- AlterTable
ALTER TABLE "sittings" DROP COLUMN "block",
ADD COLUMN     "active_ms" INTEGER,
ADD COLUMN     "cell" INTEGER,
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "released_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "studies" ADD COLUMN     "reference_run_id" INTEGER;

-- AlterTable
ALTER TABLE "study_cases" DROP COLUMN "block";

-- CreateTable
CREATE TABLE "study_cells" (
    "study_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "capacity" INTEGER,
    "taken" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "study_cells_pkey" PRIMARY KEY ("study_id","number")
);

-- CreateTable
CREATE TABLE "study_cell_cases" (
    "study_id" UUID NOT NULL,
    "cell" INTEGER NOT NULL,
    "study_case_id" INTEGER NOT NULL,

    CONSTRAINT "study_cell_cases_pkey" PRIMARY KEY ("study_id","cell","study_case_id")
);

-- CreateIndex
CREATE INDEX "study_cell_cases_study_case_id_idx" ON "study_cell_cases"("study_case_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_study_id_number_key" ON "invitations"("study_id", "number");

-- AddForeignKey
ALTER TABLE "studies" ADD CONSTRAINT "studies_reference_run_id_fkey" FOREIGN KEY ("reference_run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_cells" ADD CONSTRAINT "study_cells_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_cell_cases" ADD CONSTRAINT "study_cell_cases_study_id_cell_fkey" FOREIGN KEY ("study_id", "cell") REFERENCES "study_cells"("study_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_cell_cases" ADD CONSTRAINT "study_cell_cases_study_case_id_study_id_fkey" FOREIGN KEY ("study_case_id", "study_id") REFERENCES "study_cases"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_study_id_cell_fkey" FOREIGN KEY ("study_id", "cell") REFERENCES "study_cells"("study_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Every rule here has a test in prisma/invariants/.

ALTER TABLE "study_cells"
  ADD CONSTRAINT "study_cells_number_positive" CHECK ("number" >= 1),
  -- The rule that no case is ever asked of more people than planned: nobody who starts gets past it.
  ADD CONSTRAINT "study_cells_within_capacity" CHECK ("taken" >= 0 AND "capacity" >= 1 AND "taken" <= "capacity");

ALTER TABLE "invitations"
  ADD CONSTRAINT "invitations_number_positive" CHECK ("number" >= 1),
  ADD CONSTRAINT "invitations_personal_code_is_secret" CHECK ("recruitment" <> 'invitation' OR ("public_code" IS NULL AND "max_uses" = 1)),
  ADD CONSTRAINT "invitations_service_codes" CHECK (("recruitment" = 'prolific') = ("service" IS NOT NULL));

ALTER TABLE "sittings"
  ADD CONSTRAINT "sittings_cell_from_start" CHECK ("started_at" IS NULL OR "cell" IS NOT NULL),
  ADD CONSTRAINT "sittings_active_ms" CHECK ("active_ms" >= 0),
  ADD CONSTRAINT "sittings_erased_after_withdrawal" CHECK ("erased_at" IS NULL OR "state" = 'withdrawn');

-- Places are counted where they change, in the transaction that changes them.
CREATE FUNCTION "count_cell_places"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held boolean := TG_OP <> 'INSERT' AND OLD.cell IS NOT NULL AND OLD.state <> 'withdrawn' AND OLD.released_at IS NULL AND OLD.excluded_at IS NULL;
  holds boolean := TG_OP <> 'DELETE' AND NEW.cell IS NOT NULL AND NEW.state <> 'withdrawn' AND NEW.released_at IS NULL AND NEW.excluded_at IS NULL;
BEGIN
  IF held AND holds AND OLD.cell = NEW.cell AND OLD.study_id = NEW.study_id THEN
    RETURN NULL;
  END IF;
  IF held THEN
    UPDATE study_cells SET taken = taken - 1 WHERE study_id = OLD.study_id AND number = OLD.cell;
  END IF;
  IF holds THEN
    UPDATE study_cells SET taken = taken + 1 WHERE study_id = NEW.study_id AND number = NEW.cell;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "sittings_places" AFTER INSERT OR DELETE OR UPDATE OF "study_id", "cell", "state", "released_at", "excluded_at" ON "sittings"
  FOR EACH ROW EXECUTE FUNCTION "count_cell_places"();

-- One wording for everything that is frozen.
CREATE OR REPLACE FUNCTION "refuse_change_to_frozen_sample"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched JOIN studies ON studies.id = touched.study_id WHERE studies.state <> 'draft') THEN
    RAISE EXCEPTION 'the plan of a study that has opened is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "study_cells_frozen_insert" AFTER INSERT ON "study_cells"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cells_frozen_delete" AFTER DELETE ON "study_cells"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cells_kept" BEFORE UPDATE OF "study_id", "number", "capacity" OR TRUNCATE ON "study_cells"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

CREATE TRIGGER "study_cell_cases_frozen_insert" AFTER INSERT ON "study_cell_cases"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cell_cases_frozen_delete" AFTER DELETE ON "study_cell_cases"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();
CREATE TRIGGER "study_cell_cases_kept" BEFORE UPDATE OR TRUNCATE ON "study_cell_cases"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

CREATE TRIGGER "study_texts_frozen_insert" AFTER INSERT ON "study_texts"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_to_frozen_sample"();

CREATE FUNCTION "refuse_change_to_opened_study"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the plan of a study that has opened is frozen' USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "studies_frozen" BEFORE UPDATE OF "slug", "title", "benchmark_id", "draft", "draft_revision", "reference_run_id", "opened_at", "created_at" ON "studies"
  FOR EACH ROW WHEN (
    OLD.state <> 'draft' AND (OLD.slug, OLD.title, OLD.benchmark_id, OLD.draft, OLD.draft_revision, OLD.reference_run_id, OLD.opened_at, OLD.created_at)
      IS DISTINCT FROM (NEW.slug, NEW.title, NEW.benchmark_id, NEW.draft, NEW.draft_revision, NEW.reference_run_id, NEW.opened_at, NEW.created_at)
  ) EXECUTE FUNCTION "refuse_change_to_opened_study"();

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
      WHERE s.study_id = NEW.id AND v.retired_at IS NOT NULL
    ) THEN
      RAISE EXCEPTION 'a study cannot open with a case that is no longer valid' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- The application's role can't take revisions away. This does, for one sitting that was withdrawn, and for nothing else.
CREATE FUNCTION "erase_sitting"(wanted uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased integer;
BEGIN
  IF NOT EXISTS (SELECT FROM sittings WHERE id = wanted AND state = 'withdrawn') THEN
    RAISE EXCEPTION 'only the answers of a withdrawn sitting are erased' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config('benchside.erase_sitting', wanted::text, true);
  DELETE FROM answer_revisions WHERE sitting_id = wanted;
  DELETE FROM answers WHERE sitting_id = wanted;
  GET DIAGNOSTICS erased = ROW_COUNT;
  UPDATE sittings SET background = NULL, external_id = NULL, erased_at = now() WHERE id = wanted;
  PERFORM set_config('benchside.erase_sitting', '', true);
  RETURN erased;
END $$;
