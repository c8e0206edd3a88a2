import { getTranslations } from "next-intl/server";
import { tellPerson, tellTotals, trackKey } from "#components/study-results/people/person-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import type { PeopleTotals } from "#lib/study-results/people/people.ts";
import {
  parseSort,
  type ListedPerson,
  type PeopleColumn,
  type PeopleQuery,
} from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: PeopleQuery;
  people: readonly ListedPerson[];
  totals: PeopleTotals;
  /** Where the list is found sorted by a column. */
  sortedBy: (sort: string) => string;
};

/** More tracks than this make no columns. */
export const maxTrackColumns = 6;

/** A row a participant, as in the paper's Table 5, and what they come to together. */
export async function PeopleTable({ rows, view, query, people, totals, sortedBy }: Props) {
  const t = await getTranslations("resultsPeople");
  const { column: sorted, descending } = parseSort(query.sort);
  const tracks = listTrackColumns(rows, view);
  const { questions } = rows.study.design;
  const has = {
    cohort: rows.cohorts.length > 0,
    confidence: questions.confidence.ask !== "off",
    checks: rows.cases.some(({ stratum }) => stratum === "attention"),
  };
  const sortable = (key: PeopleColumn, numeric = true): LinkedColumn => ({
    key,
    label: t(`list.columns.${key}`),
    numeric,
    // Largest first is what is asked for at the first click, but for names and numbers.
    href: sortedBy(nextSort(key, query.sort)),
    ...(sorted === key && { sorted: descending ? "descending" : "ascending" }),
  });
  const columns: LinkedColumn[] = [
    sortable("number", false),
    ...(has.cohort ? [sortable("cohort", false)] : []),
    ...tracks.map((track) => ({
      key: trackKey(track),
      label: named(rows.tracks[track]?.name ?? ""),
      numeric: true,
    })),
    sortable("answered"),
    ...(questions.mayPass ? [{ ...sortable("passed"), mayGo: true }] : []),
    sortable("accuracy"),
    sortable("time"),
    { ...sortable("changes"), mayGo: true },
    ...(has.confidence ? [{ ...sortable("confidence"), mayGo: true }] : []),
    ...(has.checks ? [{ ...sortable("checks"), mayGo: true }] : []),
    { ...sortable("flags", false), mayGo: true },
    { key: "state", label: t("list.columns.state") },
  ];
  const told = people.map((person) => tellPerson(t, person, { rows, view, tracks }));
  return (
    <>
      <Table
        isTight
        caption={t("list.caption")}
        columns={columns}
        rows={told}
        totals={tellTotals(t, totals, tracks)}
      />
      <EmptyColumns columns={columns} rows={told} />
    </>
  );
}

function listTrackColumns(rows: StudyRows, view: View): number[] {
  if (view.track !== null || rows.tracks.length < 2 || rows.tracks.length > maxTrackColumns) return [];
  return rows.tracks.map((_, track) => track);
}

const namesFirst: readonly PeopleColumn[] = ["number", "cohort"];

/** One way, then the other. */
function nextSort(key: PeopleColumn, sort: string): string {
  const first = namesFirst.includes(key) ? key : `-${key}`;
  const other = namesFirst.includes(key) ? `-${key}` : key;
  return sort === first ? other : first;
}
