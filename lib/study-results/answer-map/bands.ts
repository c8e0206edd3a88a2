import {
  readRun,
  visitAnswers,
  type AnswerMap,
  type AnswerOutcome,
  type Outcome,
} from "#lib/study-results/answer-map/answer-map.ts";
import type { MapWindow, PlacedCase } from "#lib/study-results/answer-map/window.ts";
import type { RightCount } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** Neighbours among the cases of one track, from the easiest on. */
export type CaseBand = { readonly track: number; readonly cases: readonly PlacedCase[] };

/** A cohort, or neighbours by accuracy, with their places in the whole map. */
export type PeopleBand = {
  readonly cohort: string | null;
  readonly from: number;
  readonly to: number;
  readonly people: readonly AnswerMap["people"][number][];
};

export type BandMap = {
  readonly byCohort: boolean;
  readonly columns: readonly CaseBand[];
  readonly rows: readonly { readonly band: PeopleBand; readonly cells: readonly RightCount[] }[];
  readonly runs: readonly { readonly index: number; readonly cells: readonly RightCount[] }[];
};

const maxRows = 10;
const maxColumns = 15;
/** Fewer in a band would be told apart. */
const minInBand = 5;

/** Too many people or cases for a cell each: who they are in bands, how hard the cases are in bands, the share right in each. */
export function bandTogether(rows: StudyRows, view: View, narrowed: MapWindow): BandMap {
  const { map } = narrowed;
  const columns = bandCases(map.cases);
  const bands = bandPeople(rows, view, narrowed);
  // Of thousands of cases a person was given few: what they answered is gone through, not what there is.
  const bandOf = new Int32Array(rows.cases.length).fill(-1);
  columns.forEach(({ cases }, band) => cases.forEach(({ index }) => (bandOf[index] = band)));
  const add = (cells: Mutable[], index: number, { outcome }: AnswerOutcome) => {
    const cell = cells[bandOf[index] ?? -1];
    if (!cell || !isScored[outcome]) return;
    cell.n += 1;
    cell.right += outcome === "right" ? 1 : 0;
  };
  const empty = () => columns.map((): Mutable => ({ right: 0, n: 0 }));
  return {
    byCohort: bands.some(({ cohort }) => cohort !== null),
    columns,
    rows: bands.map((band) => {
      const cells = empty();
      for (const { index: person } of band.people)
        visitAnswers(rows, view, person, (index, answered) => add(cells, index, answered));
      return { band, cells };
    }),
    runs: map.runs.map(({ index }) => {
      const cells = empty();
      readRun(rows, index, map.cases).forEach((answered, i) =>
        add(cells, map.cases[i]?.index ?? -1, answered),
      );
      return { index, cells };
    }),
  };
}

type Mutable = { right: number; n: number };
const isScored: Readonly<Record<Outcome, boolean>> = {
  right: true,
  partly: true,
  wrong: true,
  none: false,
  unanswered: false,
  unscored: false,
};

/** Neighbours, in groups of about the same size. */
function cut<T>(listed: readonly T[], count: number): T[][] {
  const groups = Math.max(1, Math.min(count, Math.floor(listed.length / minInBand)));
  return Array.from({ length: groups }, (_, i) =>
    listed.slice(Math.round((i * listed.length) / groups), Math.round(((i + 1) * listed.length) / groups)),
  );
}

function bandCases(cases: readonly PlacedCase[]): CaseBand[] {
  const byTrack = Map.groupBy(cases, ({ track }) => track);
  const each = Math.max(1, Math.floor(maxColumns / Math.max(1, byTrack.size)));
  return [...byTrack].flatMap(([track, own]) => cut(own, each).map((band) => ({ track, cases: band })));
}

function bandPeople(rows: StudyRows, view: View, { map, firstPerson, isWhole }: MapWindow): PeopleBand[] {
  const { people } = map;
  const cohortOf = ({ index }: { index: number }) => rows.people[index]?.cohort ?? null;
  const cohorts = new Set(people.map(cohortOf));
  const areTold = isWhole && view.cohort === null && cohorts.size > 1 && cohorts.size <= maxRows;
  if (areTold && !cohorts.has(null))
    return rows.cohorts
      .filter((cohort) => cohorts.has(cohort))
      .map((cohort) => {
        const own = people.filter((person) => cohortOf(person) === cohort);
        return { cohort, from: 1, to: own.length, people: own };
      });
  let from = firstPerson;
  return cut(people, maxRows).map((band) => {
    const placed = { cohort: null, from, to: from + band.length - 1, people: band };
    from += band.length;
    return placed;
  });
}
