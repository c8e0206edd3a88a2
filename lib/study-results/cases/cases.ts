import { getCaseFigures, type CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { countSure } from "#lib/study-results/cases/case-confidence.ts";
import {
  caseFilters,
  fitsFilter,
  type CaseColumn,
  type CaseFilter,
  type CaseQuery,
} from "#lib/study-results/cases/case-filters.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

export const casesPerPage = 50;

export type CaseList = {
  /** How many cases each filter finds, whatever is searched for. */
  counts: Readonly<Record<CaseFilter, number>>;
  /** What the query finds, and the part of it that its page shows. */
  total: number;
  page: number;
  pages: number;
  shown: readonly CaseFigures[];
};

/** The error class of each case that has an analysis, by the number of the study's case; empty where it has none. */
export type ErrorClasses = ReadonlyMap<number, string>;
const noClasses: ErrorClasses = new Map();

export function listCases(
  rows: StudyRows,
  view: View,
  query: CaseQuery,
  classes: ErrorClasses = noClasses,
): CaseList {
  const found = findCases(rows, view, query, classes);
  const pages = Math.max(1, Math.ceil(found.length / casesPerPage));
  const page = Math.min(query.page, pages);
  return {
    counts: countByFilter(rows, view),
    total: found.length,
    page,
    pages,
    shown: found.slice((page - 1) * casesPerPage, page * casesPerPage),
  };
}

function countByFilter(rows: StudyRows, view: View): CaseList["counts"] {
  return memoize(rows, `case filters ${viewKey(view)}`, () => {
    const counts = Object.fromEntries(caseFilters.map((filter) => [filter, 0])) as Record<CaseFilter, number>;
    for (const figures of getCaseFigures(rows, view)) {
      const row = rows.cases[figures.index];
      for (const filter of caseFilters) if (row && fitsFilter[filter](figures, row)) counts[filter] += 1;
    }
    return counts;
  });
}

type CaseSelection = Pick<CaseQuery, "filter" | "sure" | "find" | "sort"> &
  Partial<Pick<CaseQuery, "errorClass">>;

/** All cases that a query finds, in its order. */
export function findCases(
  rows: StudyRows,
  view: View,
  { filter, sure, find, sort, errorClass = null }: CaseSelection,
  classes: ErrorClasses = noClasses,
): CaseFigures[] {
  const wanted = find.toLowerCase();
  const isSure = sure && countSure(rows, view, sure);
  const found = getCaseFigures(rows, view).filter((figures) => {
    const row = rows.cases[figures.index];
    if (!row || !fitsFilter[filter](figures, row)) return false;
    if (isSure && !isSure.has(figures.index)) return false;
    if (errorClass !== null && !isOfClass(classes.get(row.id), errorClass)) return false;
    return wanted === "" || row.key.toLowerCase().includes(wanted);
  });
  if (!sort) return found;
  const valueOf = valuesOf(rows, sort.column);
  const sign = sort.descending ? -1 : 1;
  // What has no value comes last either way.
  const compare = (a: number | null, b: number | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b);
  return found.sort((a, b) => compare(valueOf(a), valueOf(b)) || a.index - b.index);
}

const isOfClass = (own: string | undefined, wanted: string): boolean =>
  own !== undefined && (wanted === "" || own === wanted);

function valuesOf(rows: StudyRows, column: CaseColumn): (figures: CaseFigures) => number | null {
  switch (column) {
    case "key":
      return ({ index }) => index;
    case "right":
      return ({ shareRight }) => shareRight;
    case "difficulty":
      return ({ difficulty }) => difficulty;
    case "disagreement":
      return ({ disagreement }) => disagreement;
    case "gold":
      return ({ models }) => models.goldProbability;
    case "models":
      return ({ models: { answered, right } }) => (answered === 0 ? null : right / answered);
    default:
      return goldProbabilitiesOf(rows, Number(column.slice("run-".length)));
  }
}

/** What one run gave the right option of each case; null without probabilities. */
export function goldProbabilitiesOf(
  { runs }: StudyRows,
  runId: number,
): (figures: CaseFigures) => number | null {
  const probabilities = runs.find(({ id }) => id === runId)?.predictions.goldProbability;
  return ({ index }) => {
    const value = probabilities?.[index] ?? NaN;
    return Number.isNaN(value) ? null : value;
  };
}

/** The cases before and after one in the list it was come to from; nothing where that list doesn't have it. */
export function findNeighbours(found: readonly CaseFigures[], index: number) {
  const place = found.findIndex((figures) => figures.index === index);
  const at = (step: number) => (place < 0 ? null : (found[place + step]?.index ?? null));
  return { place: place < 0 ? null : place + 1, of: found.length, previous: at(-1), next: at(1) };
}
