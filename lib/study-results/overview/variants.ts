import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import {
  findBest,
  variantKeys,
  type Interval,
  type ModelPoints,
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

export type Compared = { people: Interval; best: { model: ModelPoints; interval: Interval | null } | null };

/** People and the best model of a view. */
export function compareBest(rows: StudyRows, view: View, points: Points): Compared {
  const found = findBest(points.models);
  const intervals = getIntervals(rows, view);
  return {
    people: intervals.people,
    best: found && { model: found.best, interval: intervals.models.get(found.best.runId) ?? null },
  };
}

export type ComparedVariant = Variant & Compared;

/** What turns no answer has the very figures of the view itself. */
export const compareVariants = (rows: StudyRows, view: View): ComparedVariant[] =>
  listVariants(rows, view).map((variant) => ({
    ...variant,
    ...compareBest(rows, variant.differs ? variant.view : view, variant.points),
  }));
