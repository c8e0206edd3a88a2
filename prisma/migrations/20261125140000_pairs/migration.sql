-- A kind of case in which two texts stand side by side.

ALTER TYPE "task_kind" ADD VALUE 'pair';
