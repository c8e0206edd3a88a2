-- Another kind of case: a set of answers, from which five traits are judged.

ALTER TYPE "task_kind" ADD VALUE 'traits';
