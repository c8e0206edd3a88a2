import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { listCodeFigures } from "#lib/task-kinds/codes/side-by-side.ts";
import type { JudgedFigure } from "#lib/task-kinds/judged-figure.ts";
import { listLabelFigures } from "#lib/task-kinds/label/shares/side-by-side.ts";
import { listRatingFigures } from "#lib/task-kinds/rating/origins/side-by-side.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { listTraitFigures } from "#lib/task-kinds/traits/side-by-side.ts";

type Lister = (rows: StudyRows, view: View) => readonly JudgedFigure[] | Promise<readonly JudgedFigure[]>;

const listers: Partial<Record<KindName, Lister>> = {
  rating: listRatingFigures,
  label: listLabelFigures,
  codes: listCodeFigures,
  traits: listTraitFigures,
};

/** Kinds whose figures say how origins of one study stand to each other, and nothing about another study's. */
const studyBound: Partial<Record<KindName, true>> = { pair: true };

export const isStudyBound = ({ kind }: StudyRows): boolean => studyBound[kind] === true;
export const hasJudgedFigures = ({ kind }: StudyRows): boolean => listers[kind] !== undefined;

/** What stands beside other studies' figures of the same standard; none of a kind that has no such figures. */
export const listJudgedFigures = async (rows: StudyRows, view: View): Promise<readonly JudgedFigure[]> =>
  (await listers[rows.kind]?.(rows, view)) ?? [];
