-- Another kind of case: something written that gets as many codes of a book as fit, or none.

ALTER TYPE "task_kind" ADD VALUE 'codes';
