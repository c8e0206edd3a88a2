import { runLabel } from "#lib/studies/schema.ts";
import type { ReliabilitySeries } from "#lib/figures/drawn/reliability.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  calibratePeople,
  calibrateRun,
  type Calibration,
} from "#lib/study-results/people/calibration-of-people.ts";
import { markName } from "#lib/study-results/figures/models.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { tabulate, type FigureOf } from "#lib/figures/figure.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPeople.calibration");

export type CalibrationSides = { people: Calibration; run: RunRow | null; model: Calibration | null };

/** People, and the run that the address names by its number. */
export function readSides(rows: StudyRows, view: View, model: unknown): CalibrationSides {
  const run = rows.runs.find(({ id }) => String(id) === model) ?? null;
  return {
    people: calibratePeople(rows, view),
    run,
    model: run && calibrateRun(rows, view, run),
  };
}

export const makeCalibration: FigureMaker = (rows, view, asked, locale) =>
  drawCalibration(view, readSides(rows, view, asked.get("model")), locale);

export function drawCalibration(
  view: View,
  { people, run, model }: CalibrationSides,
  locale: Locale,
): FigureOf<"reliability"> | null {
  const t = wordsOf(locale);
  const series: ReliabilitySeries[] = [
    { id: "people", label: t(view.who), kind: "people" as const, ...people },
    ...(run && model
      ? [
          {
            id: String(run.id),
            label: markName(run, runLabel(run), locale),
            kind: run.apart === "selecting" ? ("selecting" as const) : ("model" as const),
            ...model,
          },
        ]
      : []),
  ].filter(({ n }) => n > 0);
  if (series.length === 0) return null;
  return {
    title: t("figure.title"),
    figure: {
      kind: "reliability",
      input: {
        series,
        words: {
          x: t("figure.x"),
          y: t("figure.y"),
          perfect: t("figure.perfect"),
          count: t("figure.count"),
          ece: t("figure.ece"),
          n: t("figure.n"),
          none: t("figure.undefined"),
        },
      },
    },
    csv: tabulate(
      series.flatMap(({ label, bins }) => bins.map((bin) => ({ label, ...bin }))),
      {
        series: ({ label }) => label,
        from: ({ from }) => from,
        to: ({ to }) => to,
        n: ({ n }) => n,
        mean_confidence: ({ confidence }) => confidence,
        right: ({ right }) => right,
        share_right: ({ right, n }) => (n === 0 ? null : right / n),
      },
    ),
  };
}
