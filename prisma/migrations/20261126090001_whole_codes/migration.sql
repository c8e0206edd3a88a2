-- Which codes were found is one number, and the same that was decided: 0 says that none fits, and is no missing answer.
ALTER TABLE "answers" ADD CONSTRAINT "answers_codes_whole" CHECK (
  CASE
    WHEN NOT "value" ? 'codes' THEN true
    WHEN "value" ->> 'codes' IS NULL THEN "decision" IS NULL
    ELSE "decision" IS NOT DISTINCT FROM "value" ->> 'codes'
      AND "decision" ~ '^(0|[1-9]\d{0,4})$' AND "decision"::int < 32768
  END
);
