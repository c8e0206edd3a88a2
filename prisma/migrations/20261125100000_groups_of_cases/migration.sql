-- Which cases belong together (of one scenario, of one person), and what staff know of each: where it comes from.
-- They stand with the version: a study that opened keeps those it opened with.
ALTER TABLE "case_versions"
  ADD COLUMN "group_name" TEXT,
  ADD COLUMN "attributes" JSONB;

ALTER TABLE "case_versions"
  ADD CONSTRAINT "case_versions_group_form" CHECK (char_length("group_name") BETWEEN 1 AND 200),
  ADD CONSTRAINT "case_versions_attributes_form" CHECK (jsonb_typeof("attributes") = 'object' AND "attributes" <> '{}');

DROP TRIGGER "case_versions_kept" ON "case_versions";
CREATE TRIGGER "case_versions_kept" BEFORE UPDATE OF
  "case_id", "number", "hash", "prompt_hash", "original", "form", "content", "option_names", "option_count", "answer_length", "group_name", "attributes", "created_at"
  ON "case_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
