import { agreementFigures, type AgreementFigures } from "#lib/reviews/results/agreement-figures.ts";
import { outcomeFigures, type OutcomeFigures } from "#lib/reviews/results/outcome-figures.ts";
import { annotatorFigures, type AnnotatorFigures } from "#lib/reviews/results/people-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows.ts";

export type ReviewFigures = OutcomeFigures & {
  readonly annotators: readonly AnnotatorFigures[];
  readonly agreement: AgreementFigures;
};

const made = new WeakMap<ReviewRows, ReviewFigures>();

/** All figures of a review but those that depend on what day it is; made once of the same rows. */
export function reviewFigures(rows: ReviewRows): ReviewFigures {
  const known = made.get(rows);
  if (known) return known;
  const figures = {
    ...outcomeFigures(rows),
    annotators: annotatorFigures(rows),
    agreement: agreementFigures(rows),
  };
  made.set(rows, figures);
  return figures;
}
