import type { FigureWithData } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** What else the address asks for, of which each figure reads what is its own. Null where there is nothing to draw. */
export type FigureMaker = (
  rows: StudyRows,
  view: View,
  asked: URLSearchParams,
  locale: Locale,
) => FigureWithData | null | Promise<FigureWithData | null>;
