import { getTranslations } from "next-intl/server";
import { resultsPersonPath } from "#components/studies/address.ts";
import { Exclusions, Flags } from "#components/study-results/people/flag-words.tsx";
import { Table, type LinkedColumn, type TableRow } from "#components/ui/table.tsx";
import { Nothing, onTheWatch, Percent, Points } from "#components/study-results/people/number.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { inRange } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview-types.ts";
import { isTold, type Counted, type PeopleTotals } from "#lib/study-results/people.ts";
import {
  parseSort,
  type ListedPerson,
  type PeopleColumn,
  type PeopleQuery,
} from "#lib/study-results/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { isInterim, writeView, type View } from "#lib/study-results/schema.ts";

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
export const mostTrackColumns = 6;

/** A row a participant, as in the paper's Table 5, and what they come to together. */
export async function PeopleTable({ rows, view, query, people, totals, sortedBy }: Props) {
  const t = await getTranslations("resultsPeople.list");
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
    label: t(`columns.${key}`),
    numeric,
    // Largest first is what is asked for at the first click, but for names and numbers.
    href: sortedBy(nextSort(key, query.sort)),
    ...(sorted === key && { sorted: descending ? "descending" : "ascending" }),
  });
  const columns: LinkedColumn[] = [
    sortable("number", false),
    ...(has.cohort ? [sortable("cohort", false)] : []),
    ...tracks.map((track) => ({
      key: `track ${track}`,
      label: <bdi>{rows.tracks[track]?.name}</bdi>,
      numeric: true,
    })),
    sortable("answered"),
    sortable("accuracy"),
    sortable("time"),
    sortable("changes"),
    ...(has.confidence ? [sortable("confidence")] : []),
    ...(has.checks ? [sortable("checks")] : []),
    sortable("flags", false),
    { key: "state", label: t("columns.state") },
  ];
  const listed = people.map((it): TableRow => {
    const person = rows.people[it.index];
    const number = person?.number ?? 0;
    const checks = person ? person.checks.passed + person.checks.failed : 0;
    const isWorking = person?.state === "started" && isInterim(rows.study);
    return {
      id: String(number),
      cells: {
        number: (
          <span className="flex flex-wrap items-center gap-2">
            <a
              href={resultsPersonPath(rows.study.slug, number, writeView(view))}
              className="inline-block min-w-6 text-accent underline"
            >
              {number}
            </a>
            {person?.who === "simulated" && <Badge tone="warning">{t("simulated")}</Badge>}
          </span>
        ),
        cohort: person?.cohort ? (
          <bdi className="inline-block max-w-48 wrap-break-word">{person.cohort}</bdi>
        ) : (
          <Nothing />
        ),
        ...Object.fromEntries(
          tracks.map((track) => [`track ${track}`, <Count key={track} of={it.tracks[track]} />]),
        ),
        answered: <Count of={it} />,
        accuracy: isTold(it) ? (
          <span className="whitespace-nowrap">
            <Percent value={it.accuracy} />
            {it.low !== null && it.high !== null && (
              <span className="text-sm text-ink-muted"> ({inRange(it.low, it.high)})</span>
            )}
          </span>
        ) : (
          <TooFew n={it.n} />
        ),
        time: it.activeMs === null ? <Nothing /> : onTheWatch(it.activeMs),
        changes: it.n === 0 ? <Nothing /> : it.changes,
        confidence: <Points value={isTold(it) ? (it.confidence?.overconfidence ?? null) : null} />,
        checks: checks === 0 ? <Nothing /> : t("checks", { failed: person?.checks.failed ?? 0, all: checks }),
        flags: <Flags flags={it.flags} />,
        state: person?.exclusions.length ? (
          <Exclusions exclusions={person.exclusions} />
        ) : (
          t(it.n === 0 ? "noAnswers" : isWorking ? "working" : "counted")
        ),
      },
    };
  });
  return (
    <Table
      isTall
      caption={t("caption")}
      columns={columns}
      rows={listed}
      totals={[
        {
          id: "all",
          cells: {
            number: t("totals.all"),
            ...Object.fromEntries(
              tracks.map((track) => [`track ${track}`, <Count key={track} of={totals.tracks[track]} />]),
            ),
            answered: <Count of={totals} />,
            accuracy: isClaimable({ answers: totals.n, cases: totals.cases }) ? (
              <Percent value={totals.pooled} />
            ) : (
              <TooFew n={totals.n} />
            ),
            changes: totals.changes,
            state: t("totals.people", { count: totals.people }),
          },
        },
        {
          id: "mean",
          cells: {
            number: t("totals.mean"),
            accuracy: isClaimable({ answers: totals.n, cases: totals.cases }) ? (
              <Percent value={totals.mean} />
            ) : (
              <TooFew n={totals.n} />
            ),
          },
        },
      ]}
    />
  );
}

export function listTrackColumns(rows: StudyRows, view: View): number[] {
  if (view.track !== null || rows.tracks.length < 2 || rows.tracks.length > mostTrackColumns) return [];
  return rows.tracks.map((_, track) => track);
}

const namesFirst: readonly PeopleColumn[] = ["number", "cohort"];

/** One way, then the other. */
function nextSort(key: PeopleColumn, sort: string): string {
  const first = namesFirst.includes(key) ? key : `-${key}`;
  const other = namesFirst.includes(key) ? `-${key}` : key;
  return sort === first ? other : first;
}

const Count = ({ of }: { of: Counted | undefined }) =>
  of && of.n > 0 ? <span className="whitespace-nowrap">{`${of.right}/${of.n}`}</span> : <Nothing />;

async function TooFew({ n }: { n: number }) {
  const t = await getTranslations("resultsPeople");
  return <span className="text-sm text-ink-muted">{t("tooFew", { n })}</span>;
}
