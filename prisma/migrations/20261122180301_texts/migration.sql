-- A second kind of case: a question of its own, answered by one of several texts.

ALTER TYPE "task_kind" ADD VALUE 'texts';
