-- A case that comes a second time where the plan wants to know how far people agree with themselves. The first showing is
-- the one that counts; the second says where the first stood, of the same sitting and the same case, and comes after it.
ALTER TABLE "served_cases" ADD COLUMN "repeats" SMALLINT;

DROP INDEX "served_cases_sitting_id_study_case_id_key";
CREATE UNIQUE INDEX "served_cases_sitting_id_position_study_case_id_key"
  ON "served_cases"("sitting_id", "position", "study_case_id");
CREATE UNIQUE INDEX "served_cases_sitting_id_repeats_key" ON "served_cases"("sitting_id", "repeats");
CREATE UNIQUE INDEX "served_cases_shown_once" ON "served_cases"("sitting_id", "study_case_id")
  WHERE "repeats" IS NULL;

ALTER TABLE "served_cases" ADD CONSTRAINT "served_cases_sitting_id_repeats_study_case_id_fkey"
  FOREIGN KEY ("sitting_id", "repeats", "study_case_id")
  REFERENCES "served_cases"("sitting_id", "position", "study_case_id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "served_cases" ADD CONSTRAINT "served_cases_repeats_earlier" CHECK ("repeats" < "position");
