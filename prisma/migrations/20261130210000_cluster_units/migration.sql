-- CreateEnum
CREATE TYPE "cluster_unit" AS ENUM ('work', 'person', 'scenario', 'group');

-- AlterTable
ALTER TABLE "benchmarks" ADD COLUMN     "cluster_unit" "cluster_unit";
