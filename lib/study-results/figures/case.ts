import type { Locale } from "#lib/i18n/locale.ts";
import {
  listAnswersTo,
  viewOfCase,
  choiceOf,
  insteadOf,
  sortRuns,
} from "#lib/study-results/cases/case-answers.ts";
import { readProbabilities } from "#lib/study-results/cases/case-queries.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows, CaseRow } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { caseDrawingOf } from "#lib/study-results/kinds/registry.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { getScatter, type CaseScatter } from "#lib/study-results/cases/case-scatter.ts";

type Probabilities = ReadonlyMap<number, readonly number[]>;
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

const wordsOfScatter = (locale: Locale) => wordsIn(locale, "resultsCases.figures.scatter");

/** People against one run, which the address names by its number. */
export const makeScatter: FigureMaker = (rows, view, asked, locale) => {
  const scatter = getScatter(rows, view, Number(asked.get("against")));
  return scatter && drawScatter(rows, view, scatter, { locale });
};

export function drawScatter(
  rows: StudyRows,
  view: View,
  { run, points }: CaseScatter,
  { locale, toCase }: { locale: Locale; toCase?: (row: CaseRow) => string },
): FigureWithData {
  const t = wordsOfScatter(locale);
  const { who } = view;
  const name = distinctName(run, rows.runs);
  const figures = new Map(getCaseFigures(rows, view).map((ofCase) => [ofCase.index, ofCase]));
  return {
    title: t("title", { who, model: name }),
    figure: {
      kind: "scatter",
      input: {
        // Twenty people share few shares: without it most dots would hide under others.
        jitter: true,
        points: points.flatMap(({ index, shareRight, goldProbability }) => {
          const row = rows.cases[index];
          if (!row) return [];
          const href = toCase && { href: toCase(row) };
          return [{ id: String(row.id), label: row.key, x: shareRight, y: goldProbability, ...href }];
        }),
        words: {
          x: t("nudged", { x: t(`x.${who}`) }),
          y: t("y", { model: name }),
          quadrants: {
            topLeft: t("quadrants.modelRight", { who }),
            topRight: t("quadrants.bothRight"),
            bottomLeft: t("quadrants.bothWrong"),
            bottomRight: t("quadrants.peopleRight", { who }),
          },
        },
      },
    },
    csv: [
      ["track", "key", "stratum", "people", "right", "share_right", "gold_probability"],
      ...points.flatMap(({ index, shareRight, goldProbability }) => {
        const row = rows.cases[index];
        const of = figures.get(index);
        if (!row || !of) return [];
        const track = rows.tracks[row.track]?.name;
        return [[track, row.key, row.stratum, of.n, of.right, shareRight, goldProbability]];
      }),
    ],
  };
}
