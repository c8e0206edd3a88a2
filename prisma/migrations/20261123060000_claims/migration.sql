-- What a study claims is fixed when it opens: the run that people are held against stands beside the one whose errors were sampled.
ALTER TABLE "studies" ADD COLUMN "comparator_run_id" INTEGER;
ALTER TABLE "studies" ADD CONSTRAINT "studies_comparator_run_id_fkey" FOREIGN KEY ("comparator_run_id")
  REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

DROP TRIGGER "studies_frozen" ON "studies";
CREATE TRIGGER "studies_frozen" BEFORE UPDATE OF "slug", "title", "benchmark_id", "draft", "draft_revision", "reference_run_id", "comparator_run_id", "opened_at", "created_at" ON "studies"
  FOR EACH ROW WHEN (
    OLD.state <> 'draft' AND (OLD.slug, OLD.title, OLD.benchmark_id, OLD.draft, OLD.draft_revision, OLD.reference_run_id, OLD.comparator_run_id, OLD.opened_at, OLD.created_at)
      IS DISTINCT FROM (NEW.slug, NEW.title, NEW.benchmark_id, NEW.draft, NEW.draft_revision, NEW.reference_run_id, NEW.comparator_run_id, NEW.opened_at, NEW.created_at)
  ) EXECUTE FUNCTION "refuse_change_to_opened_study"();

-- A run that had a part in choosing the benchmark's cases is no measure of them.
ALTER TABLE "model_runs" ADD COLUMN "is_filter" BOOLEAN NOT NULL DEFAULT false;

-- Wrong without being sure: the third of the strata that together cover the frame.
ALTER TYPE "stratum" ADD VALUE 'unsure' AFTER 'selected';

-- Whether the options of a track's cases are the same categories in each of them.
CREATE TYPE "categories" AS ENUM ('own', 'shared', 'ordered');
ALTER TABLE "tracks"
  ADD COLUMN "categories" "categories" NOT NULL DEFAULT 'own',
  ADD COLUMN "category_names" TEXT[],
  ADD CONSTRAINT "tracks_categories_have_names"
    CHECK (("categories" = 'own') = (COALESCE(cardinality("category_names"), 0) = 0));
