import { tabulate, type FigureOf } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { getRaters, type Raters } from "#lib/study-results/models/model-agreement.ts";
import {
  chooseRun,
  getModelDetail,
  isTooFew,
  distinctName,
  type ModelDetail,
} from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { RanksRow } from "#lib/figures/drawn/ranks.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsModels");

/** How sure one run was beside how often it was right; null where it gave no probabilities. */
export function drawCalibrationOf(
  detail: ModelDetail,
  name: string,
  locale: Locale,
): FigureOf<"reliability"> | null {
  const t = wordsOf(locale);
  const { run, calibration, bySelection } = detail;
  const { bins, n, ece } = calibration;
  if (n === 0) return null;
  const kind = bySelection ? "selecting" : "model";
  const series = [
    { id: String(run.id), label: markName(run, name, locale), kind, bins, ece: isTooFew(n) ? null : ece, n },
  ] as const;
  return {
    title: t("reliability.title"),
    figure: {
      kind: "reliability",
      input: {
        series,
        words: {
          x: t("reliability.x"),
          y: t("reliability.y"),
          perfect: t("reliability.perfect"),
          count: t("reliability.count"),
          ece: t("reliability.ece"),
          n: t("reliability.n"),
          none: t("reliability.noEce"),
        },
      },
    },
    csv: tabulate(bins, {
      model: () => run.model,
      method: () => run.method,
      version: () => run.version,
      from: ({ from }) => from,
      to: ({ to }) => to,
      n: (bin) => bin.n,
      mean_confidence: ({ confidence }) => confidence,
      right: ({ right }) => right,
      share_right: (bin) => (bin.n === 0 ? null : bin.right / bin.n),
    }),
  };
}

/** Which place one run chose, by the place of the right option. */
export function drawPositions(
  { run, positions, places: count }: ModelDetail,
  locale: Locale,
): FigureOf<"matrix"> {
  const t = wordsOf(locale);
  const { counts, gold } = positions;
  const places = Array.from({ length: count }, (_, i) => ({
    id: String(i + 1),
    label: String(i + 1),
  }));
  const countOf = (row: number, column: number) => counts[row]?.[column] ?? 0;
  return {
    title: t("positions.title"),
    figure: {
      kind: "matrix",
      input: {
        rows: places,
        columns: places,
        cells: places.map((_, row) =>
          places.map((_, column) => {
            const count = countOf(row, column);
            const words = { count, gold: row + 1, chosen: column + 1 };
            // Tinted within the row: of the cases whose right option stood there.
            const value = gold[row] ? count / gold[row] : null;
            return { value, label: String(count), title: t("positions.count", words) };
          }),
        ),
        words: { rows: t("positions.rows"), columns: t("positions.columns") },
      },
    },
    csv: [
      ["model", "method", "version", "right_at", "chosen", "n"],
      ...places.flatMap((_, row) =>
        places.map((_, column) => [
          run.model,
          run.method,
          run.version,
          row + 1,
          column + 1,
          countOf(row, column),
        ]),
      ),
    ],
  };
}

/** A rater by its place among them. */
export function formatRaterName({ runs, who }: Raters, place: number, locale: Locale): string {
  const run = runs[place];
  const all = runs.filter((rater) => rater !== null);
  return run ? formatMarkedRunName(run, all, locale) : wordsOf(locale)("agreement.people", { who });
}

/** A run's name, with why it stands apart where it does. */
export const markName = ({ apart }: Pick<RunRow, "apart">, model: string, locale: Locale): string =>
  apart === null ? model : wordsIn(locale, "resultsApart")("named", { model, apart });

export const formatMarkedRunName = (run: RunRow, runs: readonly RunRow[], locale: Locale): string =>
  markName(run, distinctName(run, runs), locale);

/** How often every two choose the same; nothing for two that share too few cases. */
export function drawRaters(raters: Raters, locale: Locale): FigureOf<"matrix"> {
  const t = wordsOf(locale);
  const { runs, pairs } = raters;
  const sides = runs.map((run, place) => ({
    id: run ? String(run.id) : "people",
    label: formatRaterName(raters, place, locale),
  }));
  return {
    title: t("agreement.title"),
    figure: {
      kind: "matrix",
      input: {
        rows: sides.slice(1),
        columns: sides.slice(0, -1),
        cells: pairs.slice(1).map((row) =>
          sides.slice(0, -1).map((_, column) => {
            const pair = row[column];
            if (!pair) return null;
            return isTooFew(pair.n)
              ? { value: null, title: t("agreement.few", { n: pair.n }) }
              : { value: pair.agreement };
          }),
        ),
        words: { rows: "", columns: t("agreement.matrix") },
      },
    },
    csv: tabulate(pairs.flat(), {
      first: ({ first }) => sides[first]?.label,
      second: ({ second }) => sides[second]?.label,
      n: ({ n }) => n,
      same: ({ same }) => same,
      share_same: ({ agreement }) => agreement,
      free_kappa: ({ kappa }) => kappa,
    }),
  };
}

const readDetail = (rows: StudyRows, view: View, asked: URLSearchParams): ModelDetail | null => {
  const run = chooseRun(rows, view, asked.get("model"));
  return run && getModelDetail(rows, view, run);
};

export const makeModelReliability: FigureMaker = (rows, view, asked, locale) => {
  const detail = readDetail(rows, view, asked);
  return detail && drawCalibrationOf(detail, distinctName(detail.run, rows.runs), locale);
};

export const makeModelPositions: FigureMaker = (rows, view, asked, locale) => {
  const detail = readDetail(rows, view, asked);
  return detail && detail.answered > 0 ? drawPositions(detail, locale) : null;
};

export const makeModelAgreement: FigureMaker = async (rows, view, _asked, locale) =>
  rows.runs.length === 0 ? null : drawRaters(await getRaters(rows, view), locale);

const wordsOfPlaces = (locale: Locale) => wordsIn(locale, "resultsModels.places");

type PlacedModel = {
  readonly run: RunRow;
  readonly place: number;
  readonly best: number;
  readonly worst: number;
  /** Of all cases, with what it left out counted wrong. */
  readonly share: number;
};
type DrawnPlaces = FigureOf<"ranks"> & { models: readonly PlacedModel[] };

/** Ranked models by their share of all cases, with the interval of each one's place. */
function listPlaces(rows: StudyRows, view: View): PlacedModel[] {
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
  const t = wordsOfPlaces(locale);
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
    csv: tabulate(models, {
      model: ({ run }) => run.model,
      method: ({ run }) => run.method,
      version: ({ run }) => run.version,
      place: ({ place }) => place,
      best: ({ best }) => best,
      worst: ({ worst }) => worst,
      share_right_of_all: ({ share }) => share,
    }),
  };
}

export function formatPlaces({ best, worst }: Pick<PlacedModel, "best" | "worst">, locale: Locale): string {
  const t = wordsOfPlaces(locale);
  return best === worst ? t("same", { best }) : t("place", { best, worst });
}

export const makePlaces: FigureMaker = (rows, view, _asked, locale) => drawPlaces(rows, view, { locale });
