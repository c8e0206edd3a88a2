-- AlterTable
ALTER TABLE "sittings" ADD COLUMN     "comprehension" JSONB,
ADD COLUMN     "consent_ticks" JSONB;

ALTER TABLE "sittings"
  ADD CONSTRAINT "sittings_two_tries" CHECK (jsonb_typeof("comprehension") = 'array' AND jsonb_array_length("comprehension") <= 2),
  ADD CONSTRAINT "sittings_consent_ticks" CHECK (jsonb_typeof("consent_ticks") = 'array');

-- What somebody answered before the first case goes with the rest that they said; what they consented to stays.
CREATE FUNCTION "erase_comprehension"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.comprehension := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "sittings_erase_comprehension" BEFORE UPDATE OF "erased_at" ON "sittings"
  FOR EACH ROW WHEN (NEW."erased_at" IS NOT NULL) EXECUTE FUNCTION "erase_comprehension"();
