-- A third kind of case: something written, rated on a scale.

ALTER TYPE "task_kind" ADD VALUE 'rating';
