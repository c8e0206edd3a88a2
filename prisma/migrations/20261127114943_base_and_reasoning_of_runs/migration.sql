-- AlterTable
ALTER TABLE "model_runs" ADD COLUMN     "base" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "has_reasoning" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_base_form" CHECK (char_length("base") <= 200);
