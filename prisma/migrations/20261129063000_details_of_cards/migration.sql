-- AlterTable
ALTER TABLE "study_cards" ADD COLUMN "details_revision" INTEGER NOT NULL DEFAULT 0;

-- What was stated when an admin last published a card.
UPDATE "study_cards" c SET "details_revision" = coalesce((
  SELECT max(d.revision) FROM study_details d
  WHERE d.study_id = c.study_id AND d.written_at <= (
    SELECT max(e.at) FROM audit_events e
    WHERE e.subject_type = 'study' AND e.subject_id = c.study_id::text
      AND (e.action = 'study.card_published' OR (e.action = 'study.card_renewed' AND e.details ->> 'why' = 'asked'))
  )
), 0);
