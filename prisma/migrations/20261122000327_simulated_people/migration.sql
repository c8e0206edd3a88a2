-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "is_simulated" BOOLEAN NOT NULL DEFAULT false;

-- What is made up is told from what people did, for good.
CREATE FUNCTION "refuse_change_of_mark"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'on %, the mark of simulated people is kept as it is', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER "users_mark_kept" BEFORE UPDATE OF "is_simulated" ON "users"
  FOR EACH ROW WHEN (OLD.is_simulated IS DISTINCT FROM NEW.is_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();
CREATE TRIGGER "invitations_mark_kept" BEFORE UPDATE OF "is_simulated" ON "invitations"
  FOR EACH ROW WHEN (OLD.is_simulated IS DISTINCT FROM NEW.is_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();
CREATE TRIGGER "sittings_mark_kept" BEFORE UPDATE OF "is_simulated" ON "sittings"
  FOR EACH ROW WHEN (OLD.is_simulated IS DISTINCT FROM NEW.is_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();
-- A study that had one can't be without again.
CREATE TRIGGER "studies_mark_kept" BEFORE UPDATE OF "has_simulated" ON "studies"
  FOR EACH ROW WHEN (OLD.has_simulated AND NOT NEW.has_simulated) EXECUTE FUNCTION "refuse_change_of_mark"();

CREATE FUNCTION "mark_simulated_study"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE studies SET has_simulated = true WHERE id = NEW.study_id AND NOT has_simulated;
  RETURN NULL;
END $$;

CREATE TRIGGER "sittings_mark_study" AFTER INSERT ON "sittings"
  FOR EACH ROW WHEN (NEW.is_simulated) EXECUTE FUNCTION "mark_simulated_study"();
