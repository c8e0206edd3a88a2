-- AlterTable
ALTER TABLE "model_calls" ADD COLUMN     "option_order" SMALLINT[];
