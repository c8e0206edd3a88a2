-- CreateTable
CREATE TABLE "benchmark_lineage_drops" (
    "benchmark_id" INTEGER NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "stage" SMALLINT NOT NULL,
    "why" JSONB NOT NULL,

    CONSTRAINT "benchmark_lineage_drops_pkey" PRIMARY KEY ("benchmark_id","case_version_id")
);

-- CreateIndex
CREATE INDEX "benchmark_lineage_drops_case_version_id_idx" ON "benchmark_lineage_drops"("case_version_id");

-- AddForeignKey
ALTER TABLE "benchmark_lineage_drops" ADD CONSTRAINT "benchmark_lineage_drops_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark_lineages"("benchmark_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_lineage_drops" ADD CONSTRAINT "benchmark_lineage_drops_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "benchmark_lineage_drops"
  ADD CONSTRAINT "benchmark_lineage_drops_stage_counts" CHECK ("stage" >= 0);

-- Where cases come from and why others went is told as it was, as long as there is the benchmark.
CREATE TRIGGER "benchmark_lineages_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "benchmark_lineages"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "benchmark_lineage_drops_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "benchmark_lineage_drops"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
