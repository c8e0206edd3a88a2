-- What a study states for its methods after it has opened: the plan stays as it was frozen.
CREATE TABLE "study_details" (
    "study_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "written_by_id" UUID,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "study_details_pkey" PRIMARY KEY ("study_id", "revision")
);

-- What researchers make of a case, and the class of error it stands for.
CREATE TABLE "case_analyses" (
    "study_id" UUID NOT NULL,
    "study_case_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "words" TEXT NOT NULL,
    "error_class" TEXT NOT NULL,
    "written_by_id" UUID,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "case_analyses_pkey" PRIMARY KEY ("study_case_id", "revision")
);

CREATE INDEX "case_analyses_study_id_idx" ON "case_analyses"("study_id");

ALTER TABLE "study_details" ADD CONSTRAINT "study_details_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "study_details" ADD CONSTRAINT "study_details_written_by_id_fkey" FOREIGN KEY ("written_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "case_analyses" ADD CONSTRAINT "case_analyses_study_case_id_study_id_fkey" FOREIGN KEY ("study_case_id", "study_id") REFERENCES "study_cases"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "case_analyses" ADD CONSTRAINT "case_analyses_written_by_id_fkey" FOREIGN KEY ("written_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language can't say.
ALTER TABLE "study_details"
  ADD CONSTRAINT "study_details_revision_positive" CHECK ("revision" >= 1);
ALTER TABLE "case_analyses"
  ADD CONSTRAINT "case_analyses_revision_positive" CHECK ("revision" >= 1),
  ADD CONSTRAINT "case_analyses_words_form" CHECK (char_length("words") <= 20000),
  ADD CONSTRAINT "case_analyses_class_form" CHECK (char_length("error_class") <= 100);

-- Each change is a revision of its own, so that nothing that was written is lost.
CREATE TRIGGER "study_details_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "study_details"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "case_analyses_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "case_analyses"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
