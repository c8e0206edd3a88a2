-- What each run of a judge found of five traits; their common profile stands in choice, as a person's does.
ALTER TABLE "predictions" ADD COLUMN "traits" SMALLINT[];

ALTER TABLE "predictions" ADD CONSTRAINT "predictions_traits_whole" CHECK (
  COALESCE(cardinality("traits"), 0) = 0
  OR (cardinality("traits") % 5 = 0 AND NOT "failed" AND "choice" IS NOT NULL)
);
