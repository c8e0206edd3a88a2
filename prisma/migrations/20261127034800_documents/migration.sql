-- AlterEnum
ALTER TYPE "task_kind" ADD VALUE 'document';
