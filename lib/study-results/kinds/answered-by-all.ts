import type { FigureWithData } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type { CaseRow, RunRow } from "#lib/study-results/rows/rows.ts";
import type { Population } from "#lib/study-results/schema.ts";

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
