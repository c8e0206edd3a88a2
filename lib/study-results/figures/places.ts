import type { RanksRow } from "#lib/figures/drawn/ranks.ts";
import type { Figure } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsModels.places");

export type PlacedModel = {
  readonly run: RunRow;
  readonly place: number;
  readonly best: number;
  readonly worst: number;
  /** Of all cases, with what it left out counted wrong. */
  readonly share: number;
};
export type DrawnPlaces = FigureWithData & {
  figure: Extract<Figure, { kind: "ranks" }>;
  models: readonly PlacedModel[];
};

/** Ranked models by their share of all cases, with the interval of each one's place. */
export function listPlaces(rows: StudyRows, view: View): PlacedModel[] {
  const places = getPlaces(rows, view);
  return getPoints(rows, view)
    .models.flatMap(({ runId, withMissing }) => {
      const run = rows.runs.find(({ id }) => id === runId);
      const interval = places.get(runId);
      return run && interval ? [{ run, ...interval, share: withMissing.wrong ?? 0 }] : [];
    })
    .toSorted((a, b) => b.share - a.share || a.run.id - b.run.id)
    .map((one, i, all) => ({ ...one, place: 1 + all.findIndex(({ share }) => share === one.share) }));
}

/** Null where there is no order to tell of. */
export function drawPlaces(
  rows: StudyRows,
  view: View,
  { locale, toModel }: { locale: Locale; toModel?: (run: RunRow) => string },
): DrawnPlaces | null {
  const t = wordsOf(locale);
  const models = listPlaces(rows, view);
  if (models.length < 2) return null;
  return {
    title: t("title"),
    models,
    figure: {
      kind: "ranks",
      input: {
        words: { axis: t("axis") },
        rows: models.map(({ run, place, best, worst }): RanksRow => ({
          id: String(run.id),
          label: distinctName(run, rows.runs),
          kind: "model",
          place,
          best,
          worst,
          said: formatPlaces({ best, worst }, locale),
          ...(toModel && { href: toModel(run) }),
        })),
      },
    },
    csv: [
      ["model", "method", "version", "place", "best", "worst", "share_right_of_all"],
      ...models.map(({ run, place, best, worst, share }) => [
        run.model,
        run.method,
        run.version,
        place,
        best,
        worst,
        share,
      ]),
    ],
  };
}

export function formatPlaces({ best, worst }: Pick<PlacedModel, "best" | "worst">, locale: Locale): string {
  const t = wordsOf(locale);
  return best === worst ? t("same", { best }) : t("place", { best, worst });
}

export const makePlaces: FigureMaker = (rows, view, _asked, locale) => drawPlaces(rows, view, { locale });
