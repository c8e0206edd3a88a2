-- Whether drafts count is told by whoever closes a study: what a plan of an earlier version says is for its upgrader to read.
DROP FUNCTION "settle_study_drafts"(uuid);
