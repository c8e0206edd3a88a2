-- CreateTable
CREATE TABLE "received_lineages" (
    "benchmark_id" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "links" JSONB NOT NULL,
    "filters" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "received_lineages_pkey" PRIMARY KEY ("benchmark_id","digest")
);

-- AddForeignKey
ALTER TABLE "received_lineages" ADD CONSTRAINT "received_lineages_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "received_lineages"
  ADD CONSTRAINT "received_lineages_digest_size" CHECK (octet_length("digest") = 32);

-- Where cases come from is told as it was received, as long as there is the benchmark.
CREATE TRIGGER "received_lineages_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "received_lineages"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
