-- AlterTable
ALTER TABLE "model_runs" ADD COLUMN     "context" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "instructions" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "option_order" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tools" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_reports" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "study_case_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "reported_by_id" UUID,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE INDEX "case_reports_study_id_idx" ON "case_reports"("study_id");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_study_case_id_study_id_fkey" FOREIGN KEY ("study_case_id", "study_id") REFERENCES "study_cases"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_reported_by_id_fkey" FOREIGN KEY ("reported_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's language can't say.

ALTER TABLE "api_tokens"
  ADD CONSTRAINT "api_tokens_hash_size" CHECK (octet_length("token_hash") = 32),
  ADD CONSTRAINT "api_tokens_name_form" CHECK (char_length("name") BETWEEN 1 AND 100),
  ADD CONSTRAINT "api_tokens_ends_after_start" CHECK ("expires_at" > "created_at");

ALTER TABLE "case_reports"
  ADD CONSTRAINT "case_reports_reason_form" CHECK (char_length("reason") BETWEEN 1 AND 2000);

-- A case is reported or it isn't; a report that was taken back stays in the record.
CREATE UNIQUE INDEX "case_reports_one_open" ON "case_reports"("study_case_id") WHERE "withdrawn_at" IS NULL;
