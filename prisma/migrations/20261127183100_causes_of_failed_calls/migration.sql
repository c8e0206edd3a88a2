-- AlterTable
ALTER TABLE "endpoint_runs" ADD COLUMN     "stop_cause" TEXT,
ADD COLUMN     "stop_status" SMALLINT;

-- AlterTable
ALTER TABLE "model_calls" ADD COLUMN     "cause" TEXT;
