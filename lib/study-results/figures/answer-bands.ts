import type { Figure } from "#lib/figures/figure.ts";
import type { MatrixCell, MatrixSide } from "#lib/figures/drawn/matrix.ts";
import { inCount, inPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  bandTogether,
  type BandMap,
  type CaseBand,
  type PeopleBand,
} from "#lib/study-results/answer-map/bands.ts";
import type { MapWindow, Window } from "#lib/study-results/answer-map/window.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { hasEnoughAnswers, type RightCount } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsCases.map");
type Words = ReturnType<typeof wordsOf>;

/** What a cell is narrowed to: these people, or this cohort, and these cases. */
export type ToBand = (to: Window & { cohort: string | null }) => string;
export type DrawnBands = FigureWithData & {
  figure: Extract<Figure, { kind: "matrix" }>;
  bands: BandMap;
};

/** The share right of each band of people, and each model, on each band of cases. */
export function drawBands(
  rows: StudyRows,
  view: View,
  narrowed: MapWindow,
  { locale, toBand }: { locale: Locale; toBand?: ToBand },
): DrawnBands {
  const t = wordsOf(locale);
  const bands = bandTogether(rows, view, narrowed);
  const { columns } = bands;
  const people = bands.rows.map(({ band }): MatrixSide => ({
    id: `people ${band.from}`,
    label: formatBandName(band, locale),
  }));
  const runs = bands.runs.flatMap(({ index }, place): MatrixSide[] => {
    const run = rows.runs[index];
    const side = run && { id: `run ${run.id}`, label: formatMarkedRunName(run, rows.runs, locale) };
    return side ? [{ ...side, isApart: place === 0 }] : [];
  });
  const cells = [...bands.rows, ...bands.runs];
  return {
    title: t("bandsTitle", { who: view.who }),
    bands,
    figure: {
      kind: "matrix",
      input: {
        rows: [...people, ...runs],
        columns: columns.map((column, i) => {
          const isFirst = columns[i - 1]?.track !== column.track;
          const heading = isFirst ? { heading: rows.tracks[column.track]?.name ?? "" } : {};
          return { id: String(i), label: rangeOf(column), isApart: isFirst && i > 0, ...heading };
        }),
        cells: cells.map((row) =>
          columns.map((column, i): MatrixCell | null => {
            const counted = row.cells[i];
            if (!counted || counted.n === 0) return null;
            const to = toBand && "band" in row && toBand(windowOf(row.band, column));
            return { ...makeCell(t, counted), ...(to && { href: to }) };
          }),
        ),
        words: {
          rows: bands.byCohort ? t("bands.byCohort") : t("bands.byAccuracy"),
          columns: t("bands.columns", { who: view.who }),
        },
      },
    },
    csv: writeBands(rows, bands),
  };
}

/** A cohort has another order of its own, so that the places of cases say nothing there. */
export function windowOf(
  { cohort, from, to }: PeopleBand,
  { cases }: CaseBand,
): Window & { cohort: string | null } {
  if (cohort !== null) return { cohort, people: null, cases: null };
  const [first, last] = [cases[0]?.place ?? 1, cases.at(-1)?.place ?? 1];
  return { cohort, people: { from, to }, cases: { from: first, to: last } };
}

function makeCell(t: Words, { right, n }: RightCount): MatrixCell {
  const value = right / n;
  const title = t("bands.cell", { right, n });
  return hasEnoughAnswers({ n })
    ? { value, note: t("bands.n", { n: inCount(n) }), title }
    : { value: null, label: "–", note: t("bands.n", { n: inCount(n) }), title };
}

/** By accuracy from the best on, or by the name of the cohort. */
export function formatBandName({ cohort, from, to, people }: PeopleBand, locale: Locale): string {
  const t = wordsOf(locale);
  if (cohort !== null) return t("bands.cohort", { cohort, count: people.length });
  const [best, last] = [people[0]?.accuracy ?? null, people.at(-1)?.accuracy ?? null];
  if (best === null || last === null) return t("bands.places", { from, to });
  return t("bands.people", { from, to, high: inPercent(best, 0), low: inPercent(last, 0) });
}

/** How many of all people were right on its cases, from the hardest to the easiest. */
export function rangeOf({ cases }: CaseBand): string {
  const shares = cases.flatMap(({ right, n }) => (n === 0 ? [] : right / n));
  const [high, low] = [shares[0], shares.at(-1)];
  if (high === undefined || low === undefined) return "–";
  const [from, to] = [inPercent(low, 0), inPercent(high, 0)];
  return from === to ? to : `${from}–${to}`;
}

function writeBands(rows: StudyRows, { columns, rows: people, runs }: BandMap): FigureWithData["csv"] {
  const places = columns.map(({ track, cases }) => [
    rows.tracks[track]?.name ?? "",
    cases[0]?.place ?? null,
    cases.at(-1)?.place ?? null,
  ]);
  const write = (by: readonly (string | number | null)[], cells: readonly RightCount[]) =>
    cells.map(({ right, n }, i) => [...by, ...(places[i] ?? []), n, right, n === 0 ? null : right / n]);
  return [
    ["by", "cohort", "from", "to", "model", "method", "version", "track", "case_from", "case_to"].concat([
      "n",
      "right",
      "share_right",
    ]),
    ...people.flatMap(({ band, cells }) =>
      write(["people", band.cohort, band.from, band.to, null, null, null], cells),
    ),
    ...runs.flatMap(({ index, cells }) => {
      const run = rows.runs[index];
      return run ? write(["model", null, null, null, run.model, run.method, run.version], cells) : [];
    }),
  ];
}
