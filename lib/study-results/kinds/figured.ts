import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { CaseDrawing } from "#lib/study-results/kinds/answered-by-all.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/judged-figure.ts";
import type { OwnResults } from "#lib/study-results/kinds/registry.ts";

type Maybe<T> = T | Promise<T>;

/** What results have of one kind alone, beside what all kinds have: apart, since what stores an answer loads none of it. */
export type FiguredKind = {
  /** In the document of results. `by` as an address has it: which attributes tell origins apart. */
  write(rows: StudyRows, view: View, by: string | undefined): Maybe<OwnResults>;
  /** Where that is asked. */
  byAttributes?: true;
  /** By the names of their files. */
  drawings?: Readonly<Record<string, FigureMaker>>;
  /** How answers to one case are drawn, where not by its options. */
  drawCase?: CaseDrawing;
  /** What stands beside other studies’ figures of the same standard. */
  listJudged?(rows: StudyRows, view: View): Maybe<readonly JudgedFigure[]>;
  /** Figures say how origins of one study stand to each other, and nothing about another study’s. */
  isStudyBound?: true;
};
