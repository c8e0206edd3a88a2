-- AlterTable
ALTER TABLE "model_runs" ADD COLUMN     "replicate" SMALLINT;

ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_replicate_counts" CHECK ("replicate" >= 1);
