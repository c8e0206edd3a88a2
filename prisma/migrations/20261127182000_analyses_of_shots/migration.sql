-- AlterTable
ALTER TABLE "endpoint_runs" ADD COLUMN     "analyses" JSONB;
