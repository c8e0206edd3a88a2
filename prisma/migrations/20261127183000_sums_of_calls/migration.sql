-- CreateTable
CREATE TABLE "model_call_sums" (
    "endpoint_run_id" UUID NOT NULL,
    "ended" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "unpriced" INTEGER NOT NULL,
    "money" DOUBLE PRECISION NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "reasoning_tokens" BIGINT NOT NULL,

    CONSTRAINT "model_call_sums_pkey" PRIMARY KEY ("endpoint_run_id")
);

-- CreateIndex
CREATE INDEX "model_calls_endpoint_run_id_ended_at_idx" ON "model_calls"("endpoint_run_id", "ended_at");

-- AddForeignKey
ALTER TABLE "model_call_sums" ADD CONSTRAINT "model_call_sums_endpoint_run_id_fkey" FOREIGN KEY ("endpoint_run_id") REFERENCES "endpoint_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What brought no answer, by kind and newest last, and whose it was, without looking into the rows.
CREATE INDEX "model_calls_failed" ON "model_calls" ("endpoint_run_id", "failure", "ended_at")
  INCLUDE ("case_version_id", "sample") WHERE "failure" IS NOT NULL;

-- One row a run, written with each batch of ends: room beside it, so that no index is written with it.
ALTER TABLE "model_call_sums" SET (fillfactor = 50);

INSERT INTO "model_call_sums"
  SELECT "endpoint_run_id", count(*), count(*) FILTER (WHERE "failure" IS NULL),
    count(*) FILTER (WHERE "money" IS NULL AND ("input_tokens" IS NOT NULL OR "failure" IS NULL)), coalesce(sum("money"), 0),
    coalesce(sum("input_tokens"), 0), coalesce(sum("cached_tokens"), 0), coalesce(sum("output_tokens"), 0),
    coalesce(sum("reasoning_tokens"), 0)
  FROM "model_calls" WHERE "ended_at" IS NOT NULL GROUP BY "endpoint_run_id";

-- An end is written once (model_calls_kept), so that each is added once, by whatever statement it comes.
CREATE FUNCTION "sum_ended_calls"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO model_call_sums AS s
    SELECT endpoint_run_id, count(*), count(*) FILTER (WHERE failure IS NULL),
      count(*) FILTER (WHERE money IS NULL AND (input_tokens IS NOT NULL OR failure IS NULL)), coalesce(sum(money), 0),
      coalesce(sum(input_tokens), 0), coalesce(sum(cached_tokens), 0), coalesce(sum(output_tokens), 0),
      coalesce(sum(reasoning_tokens), 0)
    FROM touched WHERE ended_at IS NOT NULL GROUP BY endpoint_run_id ORDER BY endpoint_run_id
  ON CONFLICT (endpoint_run_id) DO UPDATE SET ended = s.ended + excluded.ended, answered = s.answered + excluded.answered,
    unpriced = s.unpriced + excluded.unpriced, money = s.money + excluded.money,
    input_tokens = s.input_tokens + excluded.input_tokens, cached_tokens = s.cached_tokens + excluded.cached_tokens,
    output_tokens = s.output_tokens + excluded.output_tokens, reasoning_tokens = s.reasoning_tokens + excluded.reasoning_tokens;
  RETURN NULL;
END $$;

CREATE TRIGGER "model_calls_summed" AFTER UPDATE ON "model_calls"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION "sum_ended_calls"();
