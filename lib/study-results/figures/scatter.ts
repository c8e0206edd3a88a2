import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { getScatter, type CaseScatter } from "#lib/study-results/cases/case-scatter.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsCases.figures.scatter");

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
  const t = wordsOf(locale);
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
