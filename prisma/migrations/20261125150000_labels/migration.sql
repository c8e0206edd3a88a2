-- Something written is labelled: with one of some labels, or with as many codes as fit.

ALTER TYPE "task_kind" ADD VALUE 'label';
