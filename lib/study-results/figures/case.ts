import type { Locale } from "#lib/i18n/locale.ts";
import { listAnswersTo, viewOfCase } from "#lib/study-results/cases/case-answers.ts";
import { choiceOf, insteadOf, sortRuns } from "#lib/study-results/cases/case-runs.ts";
import { readProbabilities } from "#lib/study-results/cases/case-queries.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { caseDrawingOf } from "#lib/study-results/kinds/registry.ts";

export type Probabilities = ReadonlyMap<number, readonly number[]>;
type Subject = { index: number; probabilities: Probabilities };
type FigureOptions = { locale: Locale; toRun?: (run: RunRow) => string };

/** What people and every run answered to one case, which the address names by its number. */
export const makeCase: FigureMaker = async (rows, view, asked, locale) => {
  const index = rows.cases.findIndex(({ id }) => String(id) === asked.get("case"));
  if (index < 0) return null;
  return drawCase(rows, view, { index, probabilities: await readProbabilities(rows, index) }, { locale });
};

export function drawCase(
  rows: StudyRows,
  view: View,
  { index, probabilities }: Subject,
  { locale, toRun }: FigureOptions,
): FigureWithData | null {
  const row = rows.cases[index];
  if (!row) return null;
  const answers = listAnswersTo(rows, viewOfCase(view), index);
  return caseDrawingOf(row.kind)(
    {
      row,
      who: view.who,
      counts: row.optionNames.map((_, option) => answers.filter(({ choice }) => choice === option).length),
      people: answers.length,
      chosen: answers.map(({ choice }) => choice),
      models: sortRuns(rows.runs, index).map((run) => ({
        run,
        label:
          run.apart === "selecting"
            ? distinctName(run, rows.runs)
            : formatMarkedRunName(run, rows.runs, locale),
        choice: choiceOf(run, index),
        probabilities: probabilities.get(run.id) ?? [],
        instead: insteadOf(run, index),
        ...(toRun && { href: toRun(run) }),
      })),
    },
    locale,
  );
}
