-- AlterTable
ALTER TABLE "endpoint_runs" ADD COLUMN     "template_version_id" INTEGER;

-- CreateTable
CREATE TABLE "prompt_templates" (
    "id" SERIAL NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prompt_template_versions" (
    "id" SERIAL NOT NULL,
    "template_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_template_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "prompt_templates_benchmark_id_name_key" ON "prompt_templates"("benchmark_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "prompt_template_versions_template_id_number_key" ON "prompt_template_versions"("template_id", "number");

-- AddForeignKey
ALTER TABLE "prompt_templates" ADD CONSTRAINT "prompt_templates_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_template_versions" ADD CONSTRAINT "prompt_template_versions_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "prompt_templates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_template_versions" ADD CONSTRAINT "prompt_template_versions_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_runs" ADD CONSTRAINT "endpoint_runs_template_version_id_fkey" FOREIGN KEY ("template_version_id") REFERENCES "prompt_template_versions"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "prompt_templates"
  ADD CONSTRAINT "prompt_templates_name_form" CHECK (char_length("name") BETWEEN 1 AND 100);
ALTER TABLE "prompt_template_versions"
  ADD CONSTRAINT "prompt_template_versions_number_counts" CHECK ("number" >= 1),
  ADD CONSTRAINT "prompt_template_versions_text_form" CHECK (char_length("text") BETWEEN 1 AND 20000),
  ADD CONSTRAINT "prompt_template_versions_sha256_fits" CHECK ("sha256" = sha256(convert_to("text", 'UTF8')));

-- A run says by which version it asked: none is written anew, and none goes but with its benchmark.
CREATE TRIGGER "prompt_templates_kept" BEFORE UPDATE OR DELETE ON "prompt_templates"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "prompt_template_versions_kept" BEFORE UPDATE OR DELETE ON "prompt_template_versions"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_rewriting"();
