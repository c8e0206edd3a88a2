-- CreateEnum
CREATE TYPE "endpoint_run_state" AS ENUM ('running', 'paused', 'stopped', 'finished', 'cancelled');

-- AlterTable
ALTER TABLE "model_runs" ADD COLUMN     "is_fake" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "endpoint_runs" (
    "id" UUID NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "study_id" UUID,
    "endpoint_id" INTEGER NOT NULL,
    "run_id" INTEGER,
    "model" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "settings" JSONB NOT NULL,
    "plan" JSONB NOT NULL,
    "state" "endpoint_run_state" NOT NULL DEFAULT 'running',
    "stop_reason" TEXT,
    "stop_detail" TEXT,
    "unheeded" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "started_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "endpoint_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "endpoint_run_cases" (
    "endpoint_run_id" UUID NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "endpoint_run_cases_pkey" PRIMARY KEY ("endpoint_run_id","case_version_id")
);

-- CreateTable
CREATE TABLE "model_calls" (
    "endpoint_run_id" UUID NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "sample" SMALLINT NOT NULL,
    "attempt" SMALLINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "status" SMALLINT,
    "detail" TEXT,
    "text" TEXT,
    "reasoning" TEXT,
    "finish" TEXT,
    "input_tokens" INTEGER,
    "cached_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reasoning_tokens" INTEGER,
    "money" DOUBLE PRECISION,
    "first_token_ms" DOUBLE PRECISION,
    "total_ms" DOUBLE PRECISION,
    "answered_by" TEXT,

    CONSTRAINT "model_calls_pkey" PRIMARY KEY ("endpoint_run_id","case_version_id","sample","attempt")
);

-- CreateIndex
CREATE UNIQUE INDEX "endpoint_runs_run_id_key" ON "endpoint_runs"("run_id");

-- CreateIndex
CREATE INDEX "endpoint_runs_benchmark_id_created_at_idx" ON "endpoint_runs"("benchmark_id", "created_at");

-- CreateIndex
CREATE INDEX "endpoint_run_cases_case_version_id_idx" ON "endpoint_run_cases"("case_version_id");

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "model_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_started_by_id_fkey" FOREIGN KEY ("started_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_run_cases" ADD CONSTRAINT "endpoint_run_cases_endpoint_run_id_fkey" FOREIGN KEY ("endpoint_run_id") REFERENCES "endpoint_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_run_cases" ADD CONSTRAINT "endpoint_run_cases_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_endpoint_run_id_case_version_id_fkey" FOREIGN KEY ("endpoint_run_id", "case_version_id") REFERENCES "endpoint_run_cases"("endpoint_run_id", "case_version_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Two that begin the same run at once: one of them is told that it is there.
CREATE UNIQUE INDEX "endpoint_runs_one_unended_per_name" ON "endpoint_runs" ("benchmark_id", "model", "method", "version")
  WHERE "state" IN ('running', 'paused', 'stopped');

ALTER TABLE "endpoint_runs"
  ADD CONSTRAINT "endpoint_runs_model_form" CHECK (char_length("model") BETWEEN 1 AND 200),
  ADD CONSTRAINT "endpoint_runs_ended_has_time" CHECK (("state" IN ('finished', 'cancelled')) = ("ended_at" IS NOT NULL)),
  ADD CONSTRAINT "endpoint_runs_stopped_has_reason" CHECK (("state" = 'stopped') = ("stop_reason" IS NOT NULL));
ALTER TABLE "model_calls"
  ADD CONSTRAINT "model_calls_places_count" CHECK ("sample" >= 1 AND "attempt" >= 1),
  ADD CONSTRAINT "model_calls_failed_has_ended" CHECK ("failure" IS NULL OR "ended_at" IS NOT NULL);

-- Filled in once: what a call brought and cost is never said anew.
CREATE TRIGGER "model_calls_kept" BEFORE UPDATE ON "model_calls"
  FOR EACH ROW WHEN (OLD."ended_at" IS NOT NULL) EXECUTE FUNCTION "refuse_rewriting"();
