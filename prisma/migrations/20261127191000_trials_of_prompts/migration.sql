-- CreateEnum
CREATE TYPE "endpoint_run_purpose" AS ENUM ('run', 'trial');

-- AlterTable
ALTER TABLE "endpoint_runs" ADD COLUMN     "purpose" "endpoint_run_purpose" NOT NULL DEFAULT 'run';

-- A trial is in no figure, ever.
ALTER TABLE "endpoint_runs"
  ADD CONSTRAINT "endpoint_runs_trial_makes_no_run" CHECK ("purpose" = 'run' OR "run_id" IS NULL);

-- Of trials there may be many at once, beside a run of the same name.
DROP INDEX "endpoint_runs_one_unended_per_name";
CREATE UNIQUE INDEX "endpoint_runs_one_unended_per_name" ON "endpoint_runs" ("benchmark_id", "model", "method", "version")
  WHERE "state" IN ('running', 'paused', 'stopped') AND "purpose" = 'run';
