-- A judge of what is rated may be a measure: it gives a number of its own in place of a point of the scale.
ALTER TABLE "predictions" ADD COLUMN "score" DOUBLE PRECISION;

ALTER TABLE "predictions" ADD CONSTRAINT "predictions_score_alone" CHECK (
  "score" IS NULL OR (
    NOT "failed" AND "choice" IS NULL AND COALESCE(cardinality("probabilities"), 0) = 0
    AND "score" > '-Infinity' AND "score" < 'Infinity'
  )
);
