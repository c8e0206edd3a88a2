import type { FigureWithData, FigureOf } from "#lib/figures/figure.ts";
import type { AnswerMapInput, MapLine, MapMark } from "#lib/figures/drawn/answer-map-places.ts";
import { inPercent, inCount } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  getAnswerMap,
  getPersonMap,
  readPerson,
  readRun,
  type AnswerMap,
  type MapMember,
  outcomes,
  type AnswerOutcome,
  type Outcome,
} from "#lib/study-results/answer-map/answer-map.ts";
import {
  fitsInCells,
  narrow,
  readWindow,
  type MapWindow,
  type Window,
} from "#lib/study-results/answer-map/window.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { findPerson } from "#lib/study-results/people/person.ts";
import { hasEnoughAnswers, type RightCount } from "#lib/study-results/people/people.ts";
import type { PersonRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { MatrixCell, MatrixSide } from "#lib/figures/drawn/matrix.ts";
import {
  bandTogether,
  type BandMap,
  type CaseBand,
  type PeopleBand,
} from "#lib/study-results/answer-map/bands.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsCases.map");
type Words = ReturnType<typeof wordsOf>;

/** A file has no names of participants: only where one may ask who it was do they stand. */
type MapOptions = { locale: Locale; isNamed?: boolean; toPerson?: (person: PersonRow) => string };
export type DrawnMap = FigureOf<"answerMap">;

export const makeAnswerMap: FigureMaker = (rows, view, asked, locale) => {
  const one = asked.get("participant");
  if (one !== null) return makePersonMap(rows, view, Number(one), locale);
  const narrowed = narrow(rows, view, getAnswerMap(rows, view), readWindow(Object.fromEntries(asked)));
  const { map } = narrowed;
  if (map.people.length === 0 || map.cases.length === 0) return null;
  return fitsInCells(map)
    ? drawAnswers(rows, view, map, { locale })
    : drawBands(rows, view, narrowed, { locale });
};

function makePersonMap(rows: StudyRows, view: View, number: number, locale: Locale): FigureWithData | null {
  const index = findPerson(rows, number);
  // Whether somebody may be shown was asked of those the view is of.
  if (index === null || rows.people[index]?.who !== view.who) return null;
  const ofPerson = { ...view, cohort: null };
  const map = getPersonMap(rows, ofPerson, index);
  return map.people.length === 0 || map.cases.length === 0
    ? null
    : drawAnswers(rows, ofPerson, map, { locale, isNamed: true });
}

const marks: Readonly<Record<Outcome, MapMark>> = {
  right: "+",
  partly: "/",
  wrong: "-",
  unanswered: ".",
  unscored: "o",
  none: " ",
};

/** A cell for each person, and each model, on each case. */
export function drawAnswers(rows: StudyRows, view: View, map: AnswerMap, ways: MapOptions): DrawnMap {
  const t = wordsOf(ways.locale);
  const { who } = view;
  const people = map.people.map((member) => drawPerson(rows, view, { member, map }, ways));
  const runs = map.runs.map((member) => drawRun(rows, { member, map }, ways.locale));
  const found = new Set([...people, ...runs].flatMap((line) => [...line.marks]));
  return {
    title: t("title"),
    figure: {
      kind: "answerMap",
      input: {
        tracks: listTracks(rows, map),
        groups: [
          // One who is named needs no heading.
          {
            heading: ways.isNamed && people.length === 1 ? "" : t("people", { who, count: people.length }),
            lines: people,
          },
          ...(runs.length > 0 ? [{ heading: t("models", { count: runs.length }), lines: runs }] : []),
        ],
        words: {
          cases: t("ofCases", { who }),
          accuracy: t("accuracy"),
          legend: outcomes
            .filter((outcome) => found.has(marks[outcome]))
            .map((outcome) => ({ mark: marks[outcome], label: t(`outcomes.${outcome}`) })),
        },
      },
    },
    // A file is another request.
    get csv() {
      return writeAnswers(rows, view, map);
    },
  };
}

type MemberOnMap = { member: MapMember; map: AnswerMap };

const markAll = (answered: readonly AnswerOutcome[]) =>
  answered.map(({ outcome }) => marks[outcome]).join("");

function drawPerson(rows: StudyRows, view: View, { member, map }: MemberOnMap, ways: MapOptions): MapLine {
  const t = wordsOf(ways.locale);
  const person = rows.people[member.index] as PersonRow;
  return {
    id: String(person.number),
    label: ways.isNamed ? t("person", { number: person.number }) : "",
    kind: "people",
    share: member.accuracy,
    value: formatShare(t, member),
    marks: markAll(readPerson(rows, view, member.index, map.cases)),
    ...(ways.toPerson && { href: ways.toPerson(person) }),
  };
}

function drawRun(rows: StudyRows, { member, map }: MemberOnMap, locale: Locale): MapLine {
  const run = rows.runs[member.index] as RunRow;
  return {
    id: `run ${run.id}`,
    label: formatMarkedRunName(run, rows.runs, locale),
    kind: run.apart === "selecting" ? "selecting" : "model",
    share: member.accuracy,
    value: formatShare(wordsOf(locale), member),
    marks: markAll(readRun(rows, member.index, map.cases)),
  };
}

/** So few are told as a count. */
const formatShare = (t: Words, member: MapMember): string => {
  if (member.accuracy === null) return "–";
  return hasEnoughAnswers(member)
    ? inPercent(member.accuracy)
    : t("of", { right: member.right, n: member.n });
};

function listTracks(rows: StudyRows, { cases }: AnswerMap): AnswerMapInput["tracks"] {
  return [...Map.groupBy(cases, ({ track }) => track)].map(([track, own]) => ({
    label: rows.tracks[track]?.name ?? "",
    columns: own.map(({ index, right, n }) => ({
      id: String(rows.cases[index]?.id ?? index),
      share: n === 0 ? null : right / n,
    })),
  }));
}

/** A line a cell, in the order of the figure. */
function writeAnswers(rows: StudyRows, view: View, map: AnswerMap): FigureWithData["csv"] {
  const write = (by: readonly (string | number | null)[], answered: readonly AnswerOutcome[]) =>
    answered.flatMap(({ outcome, choice }, i) => {
      const row = rows.cases[map.cases[i]?.index ?? -1];
      if (!row || outcome === "none") return [];
      const track = rows.tracks[row.track]?.name ?? "";
      const chosen = choice === null ? null : (row.optionNames[choice] ?? null);
      return [[...by, track, row.key, row.version, row.stratum, outcome, chosen]];
    });
  return [
    ["by", "participant", "model", "method", "version"].concat([
      "track",
      "case",
      "case_version",
      "stratum",
      "outcome",
      "chosen",
    ]),
    ...map.people.flatMap(({ index }) =>
      write(
        [view.who, rows.people[index]?.number ?? null, null, null, null],
        readPerson(rows, view, index, map.cases),
      ),
    ),
    ...map.runs.flatMap(({ index }) => {
      const run = rows.runs[index];
      return run
        ? write(["model", null, run.model, run.method, run.version], readRun(rows, index, map.cases))
        : [];
    }),
  ];
}

/** What a cell is narrowed to: these people, or this cohort, and these cases. */
export type ToBand = (to: Window & { cohort: string | null }) => string;
type DrawnBands = FigureOf<"matrix"> & { bands: BandMap };

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
          columns: t("bands.columns"),
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
