import type { FigureWithData } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type { CaseRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Population, View } from "#lib/study-results/schema.ts";
import type { Origin } from "#lib/study-results/kinds/origins.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { ListSeries } from "#lib/study-results/kinds/series.ts";
import type { OwnResults } from "#lib/study-results/kinds/registry.ts";

/** What everybody answered to one case. */
export type AnsweredByAll = {
  row: CaseRow;
  who: Population;
  /** By category, and of all who answered. */
  counts: readonly number[];
  people: number;
  /** What each of them answered, by category. */
  chosen: readonly number[];
  /** With what each gave every category, where it gave any. */
  models: readonly {
    run: RunRow;
    label: string;
    choice: number | null;
    probabilities: readonly number[];
    instead: "failed" | "missing" | null;
    href?: string;
  }[];
};

export type CaseDrawing = (answers: AnsweredByAll, locale: Locale) => FigureWithData;

/** What people of one study made of one origin, where no answer is right or wrong. */
export type JudgedFigure = {
  measure: "mean" | "share" | "similarity";
  /** What two figures must have in common to stand side by side: a scale, a set of labels, a code book, with all that it says. */
  standard: { name: string; definition: string };
  /** Null where it is of all tracks. */
  track: string | null;
  origin: Origin;
  /** The label or the code; null where none fits, and of what has neither. */
  of: string | null;
  n: { answers: number; people: number; cases: number };
  isClaimable: boolean;
  mean: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
};

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
  /** What people, judges and models say of cases: of a study's, or of all cases of a benchmark. */
  listSeries?: ListSeries;
  /** Figures say how origins of one study stand to each other, and nothing about another study’s. */
  isStudyBound?: true;
};
