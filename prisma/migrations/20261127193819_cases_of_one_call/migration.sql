-- AlterTable
ALTER TABLE "endpoint_run_cases" ADD COLUMN     "asked_with" INTEGER,
ADD COLUMN     "in_call" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "place" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "endpoint_run_cases_endpoint_run_id_asked_with_idx" ON "endpoint_run_cases"("endpoint_run_id", "asked_with");

-- AddForeignKey
ALTER TABLE "endpoint_run_cases" ADD CONSTRAINT "endpoint_run_cases_endpoint_run_id_asked_with_fkey" FOREIGN KEY ("endpoint_run_id", "asked_with") REFERENCES "endpoint_run_cases"("endpoint_run_id", "case_version_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "endpoint_run_cases"
  ADD CONSTRAINT "endpoint_run_cases_place_in_call" CHECK ("place" >= 0 AND "place" < "in_call"),
  ADD CONSTRAINT "endpoint_run_cases_first_has_none_before" CHECK (("asked_with" IS NULL) = ("place" = 0));
