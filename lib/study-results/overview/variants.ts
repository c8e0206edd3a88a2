import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import {
  findComparisonModel,
  variantKeys,
  type ComparisonModel,
  type Interval,
  type Points,
  type VariantKey,
} from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** The same with one choice turned round: those who are left out counted, or those who are counted left out. */
export type Variant = {
  key: VariantKey;
  turned: "with" | "without";
  view: View;
  /** Whether other answers are counted at all. */
  differs: boolean;
  points: Points;
};

export function listVariants(rows: StudyRows, view: View): Variant[] {
  const { answers } = getSelection(rows, view);
  return variantKeys.map((key): Variant => {
    const turned = view[key] === "with" ? "without" : "with";
    const other = { ...view, [key]: turned };
    // The one has all that the other has.
    const differs = getSelection(rows, other).answers.length !== answers.length;
    return { key, turned, view: other, differs, points: getPoints(rows, differs ? other : view) };
  });
}

export type VariantComparison = {
  people: Interval;
  beside: (ComparisonModel & { interval: Interval | null }) | null;
};

/** People of a view, and the model that stands beside them. */
export function compareWithModel(rows: StudyRows, view: View, points: Points): VariantComparison {
  const beside = findComparisonModel(rows.study.comparatorRunId, points.models);
  const intervals = getIntervals(rows, view);
  return {
    people: intervals.people,
    beside: beside && { ...beside, interval: intervals.models.get(beside.model.runId) ?? null },
  };
}

export type ComparedVariant = Variant & VariantComparison;

/** What turns no answer has the very figures of the view itself. */
export const compareVariants = (rows: StudyRows, view: View): ComparedVariant[] =>
  listVariants(rows, view).map((variant) => ({
    ...variant,
    ...compareWithModel(rows, variant.differs ? variant.view : view, variant.points),
  }));
