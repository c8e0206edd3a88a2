-- AlterTable
ALTER TABLE "sittings" ADD COLUMN     "last_comment" TEXT,
ADD COLUMN     "partial_code" TEXT;

-- CreateTable
CREATE TABLE "passage_reports" (
    "sitting_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "passage_reports_pkey" PRIMARY KEY ("sitting_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "sittings_study_id_partial_code_key" ON "sittings"("study_id", "partial_code");

-- AddForeignKey
ALTER TABLE "passage_reports" ADD CONSTRAINT "passage_reports_sitting_id_position_fkey" FOREIGN KEY ("sitting_id", "position") REFERENCES "served_cases"("sitting_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language can't say.

ALTER TABLE "passage_reports"
  ADD CONSTRAINT "passage_reports_form" CHECK (
    "kind" IN ('unclear', 'error', 'upsetting', 'other') AND char_length("words") <= 2000
    AND ("kind" <> 'other' OR "words" <> ''));

ALTER TABLE "sittings"
  ADD CONSTRAINT "sittings_last_comment_form" CHECK (char_length("last_comment") BETWEEN 1 AND 10000);

-- Whoever has their answers erased has what they told beside them erased, too.
CREATE FUNCTION "erase_what_was_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM passage_reports WHERE sitting_id = NEW.id;
  NEW.last_comment := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "sittings_erase_what_was_told" BEFORE UPDATE OF "erased_at" ON "sittings" FOR EACH ROW
  WHEN (OLD."erased_at" IS NULL AND NEW."erased_at" IS NOT NULL) EXECUTE FUNCTION "erase_what_was_told"();
