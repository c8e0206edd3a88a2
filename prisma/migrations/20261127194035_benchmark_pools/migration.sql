-- CreateEnum
CREATE TYPE "pool_stage" AS ENUM ('pool', 'length', 'distractors');

-- CreateEnum
CREATE TYPE "pool_drop_reason" AS ENUM ('no_profile', 'too_short', 'too_few_roles');

-- CreateTable
CREATE TABLE "benchmark_pools" (
    "benchmark_id" INTEGER NOT NULL,
    "settings" JSONB NOT NULL,
    "files" JSONB NOT NULL,
    "report" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "benchmark_pools_pkey" PRIMARY KEY ("benchmark_id")
);

-- CreateTable
CREATE TABLE "pool_drops" (
    "benchmark_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "work" TEXT NOT NULL,
    "stage" "pool_stage" NOT NULL,
    "reason" "pool_drop_reason" NOT NULL,
    "detail" TEXT NOT NULL,
    "turns" JSONB NOT NULL,

    CONSTRAINT "pool_drops_pkey" PRIMARY KEY ("benchmark_id","number")
);

-- CreateIndex
CREATE INDEX "pool_drops_benchmark_id_stage_reason_number_idx" ON "pool_drops"("benchmark_id", "stage", "reason", "number");

-- AddForeignKey
ALTER TABLE "benchmark_pools" ADD CONSTRAINT "benchmark_pools_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pool_drops" ADD CONSTRAINT "pool_drops_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark_pools"("benchmark_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pool_drops"
  ADD CONSTRAINT "pool_drops_number_positive" CHECK ("number" > 0);

-- What became of a pool is told as it was, as long as there is the benchmark.
CREATE TRIGGER "benchmark_pools_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "benchmark_pools"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "pool_drops_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "pool_drops"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
