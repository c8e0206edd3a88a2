-- The kinds there are. What two kinds that never came would have been right about, and answered, goes with them.

ALTER TABLE "case_golds"
  DROP CONSTRAINT "case_golds_has_value",
  DROP COLUMN "rating",
  DROP COLUMN "traits",
  ADD CONSTRAINT "case_golds_has_value" CHECK ("choice" IS NOT NULL);

ALTER TABLE "predictions"
  DROP CONSTRAINT "predictions_failed_is_no_answer",
  DROP COLUMN "rating",
  DROP COLUMN "traits",
  ADD CONSTRAINT "predictions_failed_is_no_answer"
  CHECK (NOT "failed" OR ("choice" IS NULL AND COALESCE(cardinality("probabilities"), 0) = 0));

CREATE TYPE "task_kind_now" AS ENUM ('choice');
ALTER TABLE "cases" ALTER COLUMN "kind" TYPE "task_kind_now" USING ("kind"::text::"task_kind_now");
DROP TYPE "task_kind";
ALTER TYPE "task_kind_now" RENAME TO "task_kind";
