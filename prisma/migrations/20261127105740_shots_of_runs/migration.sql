-- AlterTable
ALTER TABLE "endpoint_run_cases" ADD COLUMN     "shots" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
