-- CreateEnum
CREATE TYPE "model_protocol" AS ENUM ('openai', 'anthropic');

-- CreateTable
CREATE TABLE "model_endpoints" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "protocol" "model_protocol" NOT NULL,
    "address" TEXT NOT NULL,
    "sealed_key" BYTEA,
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "price_input" DOUBLE PRECISION,
    "price_cached" DOUBLE PRECISION,
    "price_output" DOUBLE PRECISION,
    "calls_per_minute" INTEGER,
    "tokens_per_minute" INTEGER,
    "calls_at_once" INTEGER NOT NULL DEFAULT 4,
    "is_fake" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "model_endpoints_pkey" PRIMARY KEY ("id")
);

-- The name of one that is retired may be given again.
CREATE UNIQUE INDEX "model_endpoints_name_in_use" ON "model_endpoints"("name") WHERE "removed_at" IS NULL;

ALTER TABLE "model_endpoints"
  ADD CONSTRAINT "model_endpoints_name_form" CHECK (char_length("name") BETWEEN 1 AND 100),
  ADD CONSTRAINT "model_endpoints_address_form" CHECK ("address" ~ '^https?://[^/@?#[:space:]]+(/[^?#[:space:]]*)?$' AND char_length("address") <= 500),
  -- What begins a sealed text, its mark, and at least one character.
  ADD CONSTRAINT "model_endpoints_key_sealed" CHECK (octet_length("sealed_key") > 28),
  ADD CONSTRAINT "model_endpoints_currency_form" CHECK ("currency" ~ '^[A-Z]{3}$'),
  -- To PostgreSQL, what is no number is larger than infinity.
  ADD CONSTRAINT "model_endpoints_prices_count" CHECK (
    "price_input" >= 0 AND "price_input" < 'Infinity' AND "price_cached" >= 0 AND "price_cached" < 'Infinity'
    AND "price_output" >= 0 AND "price_output" < 'Infinity'),
  ADD CONSTRAINT "model_endpoints_limits_let_through" CHECK ("calls_per_minute" >= 1 AND "tokens_per_minute" >= 1 AND "calls_at_once" >= 1),
  ADD CONSTRAINT "model_endpoints_revision_counts" CHECK ("revision" >= 1),
  ADD CONSTRAINT "model_endpoints_retired_without_key" CHECK ("removed_at" IS NULL OR "sealed_key" IS NULL);

-- A run that a fake server answered must not come to pass for a model's by a change of the endpoint.
CREATE FUNCTION "keep_endpoint_as_it_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."is_fake" AND NOT NEW."is_fake" THEN
    RAISE EXCEPTION 'an endpoint that is fake stays so' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD."removed_at" IS NOT NULL AND NEW."removed_at" IS DISTINCT FROM OLD."removed_at" THEN
    RAISE EXCEPTION 'an endpoint that is retired stays so' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "model_endpoints_stay" BEFORE UPDATE ON "model_endpoints"
  FOR EACH ROW EXECUTE FUNCTION "keep_endpoint_as_it_ended"();
