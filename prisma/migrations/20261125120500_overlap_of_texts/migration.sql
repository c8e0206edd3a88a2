-- How far what is judged has the words of its reference, measured once, when a version is stored: null without a reference.
ALTER TABLE "case_versions" ADD COLUMN "overlap" JSONB;

DROP TRIGGER "case_versions_kept" ON "case_versions";
CREATE TRIGGER "case_versions_kept" BEFORE UPDATE OF
  "case_id", "number", "hash", "prompt_hash", "original", "form", "content", "option_names", "option_count", "answer_length", "group_name", "attributes", "overlap", "created_at"
  ON "case_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
