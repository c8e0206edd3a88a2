-- CreateEnum
CREATE TYPE "case_form" AS ENUM ('dialogue', 'text', 'unparsed');

-- AlterTable
ALTER TABLE "case_versions" ADD COLUMN     "form" "case_form" NOT NULL DEFAULT 'unparsed';

-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "attempts" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "benchmark_id" INTEGER,
ADD COLUMN     "is_attended" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rows" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "model_run_tracks" ADD COLUMN     "digest" BYTEA,
ADD COLUMN     "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "normalised" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "res_differs" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "model_responses" ALTER COLUMN "cost" SET DATA TYPE DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "predictions" ADD COLUMN     "above" SMALLINT,
ADD COLUMN     "bin" SMALLINT,
ADD COLUMN     "confidence" DOUBLE PRECISION,
ADD COLUMN     "correct" BOOLEAN,
ADD COLUMN     "rank" SMALLINT,
ADD COLUMN     "squared_error" DOUBLE PRECISION,
ADD COLUMN     "tied" SMALLINT;

-- CreateTable
CREATE TABLE "case_search_texts" (
    "case_version_id" INTEGER NOT NULL,
    "text" BYTEA NOT NULL,

    CONSTRAINT "case_search_texts_pkey" PRIMARY KEY ("case_version_id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "guess" JSONB NOT NULL,
    "uploaded_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "uploads_benchmark_id_created_at_idx" ON "uploads"("benchmark_id", "created_at");

-- CreateIndex
CREATE INDEX "cases_track_id_position_idx" ON "cases"("track_id", "position");

-- CreateIndex
CREATE INDEX "jobs_benchmark_id_created_at_idx" ON "jobs"("benchmark_id", "created_at");

-- AddForeignKey
ALTER TABLE "case_search_texts" ADD CONSTRAINT "case_search_texts_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploaded_by_id_fkey" FOREIGN KEY ("uploaded_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Every rule here has a test in prisma/invariants/.

-- Compressing 250 MB of prompts takes longer than everything else of an import; they are read one at a time.
ALTER TABLE "case_versions" ALTER COLUMN "original" SET STORAGE EXTERNAL, ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- Looking for words reads every row: the texts stay in the rows, as they are.
ALTER TABLE "case_search_texts" ALTER COLUMN "text" SET STORAGE EXTERNAL;
ALTER TABLE "case_search_texts" SET (toast_tuple_target = 8160);

DROP TRIGGER "case_versions_kept" ON "case_versions";
CREATE TRIGGER "case_versions_kept" BEFORE UPDATE OF
  "case_id", "number", "hash", "prompt_hash", "original", "form", "content", "option_names", "option_count", "answer_length", "created_at"
  ON "case_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

ALTER TABLE "cases" ADD CONSTRAINT "cases_position" CHECK ("position" >= 0);

ALTER TABLE "predictions"
  ADD CONSTRAINT "predictions_scores_fit" CHECK (
    "rank" >= 1 AND "above" >= 0 AND "tied" >= 1 AND "squared_error" >= 0 AND "bin" BETWEEN 0 AND 19
    AND (NOT "failed" OR ("correct" IS NULL AND "rank" IS NULL AND "confidence" IS NULL AND "squared_error" IS NULL))
  );

ALTER TABLE "model_run_tracks"
  ADD CONSTRAINT "model_run_tracks_findings"
  CHECK ("normalised" >= 0 AND "res_differs" >= 0 AND octet_length("digest") = 32);

ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_counts" CHECK ("rows" >= 0 AND "attempts" >= 0);

ALTER TABLE "uploads"
  ADD CONSTRAINT "uploads_bytes" CHECK ("bytes" > 0);
