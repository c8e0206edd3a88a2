-- CreateTable
CREATE TABLE "study_cards" (
    "study_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "is_published" BOOLEAN NOT NULL DEFAULT false,
    "run_ids" INTEGER[],
    "with_models" BOOLEAN NOT NULL DEFAULT false,
    "licence" TEXT,
    "contact" TEXT,
    "issue" INTEGER NOT NULL DEFAULT 0,
    "document" TEXT,
    "fingerprint" TEXT,
    "stamp" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "people_changes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "study_cards_pkey" PRIMARY KEY ("study_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "study_cards_code_key" ON "study_cards"("code");

-- AddForeignKey
ALTER TABLE "study_cards" ADD CONSTRAINT "study_cards_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "study_cards"
  ADD CONSTRAINT "study_cards_code_form" CHECK ("code" ~ '^[0-9a-hjkmnp-tv-z]{26}$'),
  ADD CONSTRAINT "study_cards_licence_form" CHECK (char_length("licence") BETWEEN 1 AND 300),
  ADD CONSTRAINT "study_cards_contact_form" CHECK (char_length("contact") BETWEEN 1 AND 300),
  ADD CONSTRAINT "study_cards_counts" CHECK ("issue" >= 0 AND "people_changes" >= 0),
  ADD CONSTRAINT "study_cards_document_is_whole" CHECK (
    CASE WHEN "document" IS NULL
      THEN "fingerprint" IS NULL AND "stamp" IS NULL
      ELSE "is_published" AND "issue" >= 1 AND "fingerprint" IS NOT NULL AND "stamp" IS NOT NULL AND "issued_at" IS NOT NULL
    END
  );

-- Who withdraws, or is left out, is gone from the published card in the same moment, whatever did it. What was read
-- before is known by the count, and not published any more.
CREATE FUNCTION "change_card"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE study_cards
    SET people_changes = people_changes + 1, document = NULL, fingerprint = NULL, stamp = NULL
    WHERE study_id = OLD.study_id;
  RETURN NULL;
END $$;

CREATE TRIGGER "sittings_change_card" AFTER UPDATE OF "state", "excluded_at", "erased_at" ON "sittings"
  FOR EACH ROW WHEN (
    OLD."state" IS DISTINCT FROM NEW."state"
    OR OLD."excluded_at" IS DISTINCT FROM NEW."excluded_at"
    OR OLD."erased_at" IS DISTINCT FROM NEW."erased_at"
  ) EXECUTE FUNCTION "change_card"();
