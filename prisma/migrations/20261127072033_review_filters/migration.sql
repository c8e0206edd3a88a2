-- CreateTable
CREATE TABLE "review_filters" (
    "id" SERIAL NOT NULL,
    "review_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "stored_by_id" UUID,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_filters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_filter_decisions" (
    "filter_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL,
    "item_id" INTEGER NOT NULL,
    "accepts" BOOLEAN NOT NULL,
    "reason" TEXT,

    CONSTRAINT "review_filter_decisions_pkey" PRIMARY KEY ("filter_id","item_id")
);

INSERT INTO "review_filters" ("review_id", "model")
SELECT DISTINCT "review_id", "judge" FROM "review_judge_decisions" ORDER BY 1, 2;
INSERT INTO "review_filter_decisions" ("filter_id", "review_id", "item_id", "accepts", "reason")
SELECT f."id", f."review_id", j."item_id", j."accepts", j."reason"
FROM "review_judge_decisions" j JOIN "review_filters" f ON f."review_id" = j."review_id" AND f."model" = j."judge";

-- DropForeignKey
ALTER TABLE "review_judge_decisions" DROP CONSTRAINT "review_judge_decisions_item_id_review_id_fkey";

-- DropForeignKey
ALTER TABLE "review_judge_decisions" DROP CONSTRAINT "review_judge_decisions_review_id_fkey";

-- DropTable
DROP TABLE "review_judge_decisions";

-- CreateIndex
CREATE INDEX "review_filters_review_id_model_idx" ON "review_filters"("review_id", "model");

-- CreateIndex
CREATE UNIQUE INDEX "review_filters_id_review_id_key" ON "review_filters"("id", "review_id");

-- CreateIndex
CREATE INDEX "review_filter_decisions_item_id_idx" ON "review_filter_decisions"("item_id");

-- AddForeignKey
ALTER TABLE "review_filters" ADD CONSTRAINT "review_filters_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_filters" ADD CONSTRAINT "review_filters_stored_by_id_fkey" FOREIGN KEY ("stored_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_filter_decisions" ADD CONSTRAINT "review_filter_decisions_filter_id_review_id_fkey" FOREIGN KEY ("filter_id", "review_id") REFERENCES "review_filters"("id", "review_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_filter_decisions" ADD CONSTRAINT "review_filter_decisions_item_id_review_id_fkey" FOREIGN KEY ("item_id", "review_id") REFERENCES "review_items"("id", "review_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "review_filters"
  ADD CONSTRAINT "review_filters_model_form" CHECK (char_length("model") BETWEEN 1 AND 200);
ALTER TABLE "review_filter_decisions"
  ADD CONSTRAINT "review_filter_decisions_reason_of_rejection" CHECK (NOT "accepts" OR "reason" IS NULL);

CREATE TRIGGER "review_filters_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_filters"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "review_filter_decisions_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_filter_decisions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
