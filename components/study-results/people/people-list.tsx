import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import type { PeopleTotals } from "#lib/study-results/people/people.ts";
import {
  peopleFilters,
  type PeoplePage,
  type PeopleQuery,
  parseSort,
  type ListedPerson,
  type PeopleColumn,
} from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";
import { inPercent } from "#lib/figures/written.ts";
import { flagRules } from "#lib/study-results/people/flags.ts";
import { outlierFrom } from "#lib/study-results/people/peers.ts";
import { formatPersonRow, formatTotalRows, trackKey } from "#components/study-results/people/person-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";

type Props = {
  rows: StudyRows;
  view: View;
  query: PeopleQuery;
  list: PeoplePage;
  totals: PeopleTotals;
  /** The same list with something of it changed, from its first page on. */
  address: (change: Partial<PeopleQuery>) => string;
};

export async function PeopleList({ rows, view, query, list, totals, address }: Props) {
  const t = await getTranslations("resultsPeople.list");
  return (
    <section id="list" aria-labelledby="list-title" className="grid min-w-0 scroll-mt-4 gap-4">
      <h2 id="list-title" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <nav aria-label={t("show")} className="flex flex-wrap items-center gap-2 print:hidden">
        <span className="text-sm font-medium text-ink-muted">{t("show")}</span>
        <ul role="list" className="flex flex-wrap rounded-md border border-edge">
          {peopleFilters.map((filter) => (
            <li key={filter}>
              <a
                href={address({ show: filter })}
                aria-current={filter === query.show ? "true" : undefined}
                className={clsx(
                  "target flex items-center px-3 text-sm",
                  filter === query.show
                    ? "bg-accent-tint font-semibold text-ink"
                    : "text-accent hover:bg-sunken",
                )}
              >
                {t("filter", { name: t(`filters.${filter}`), count: list.counts[filter] })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {list.people.length === 0 ? (
        <p className="text-ink-muted">{t("empty")}</p>
      ) : (
        <PeopleTable
          rows={rows}
          view={view}
          query={query}
          totals={totals}
          people={list.people}
          sortedBy={(sort) => address({ sort })}
        />
      )}
      <PageLinks page={list.page} pages={list.pages} addressOf={(page) => address({ page })} />
      <div className="measure grid gap-2 text-sm text-ink-muted">
        <p>{t("notes.interval", { least: minForClaim.cases })}</p>
        <p>{t("notes.time")}</p>
        {rows.study.design.questions.mayPass && <p>{t("notes.passed")}</p>}
        {rows.study.design.questions.confidence.ask !== "off" && <p>{t("notes.confidence")}</p>}
        {view.track === null && rows.tracks.length > maxTrackColumns && <p>{t("tracks")}</p>}
        <FlagRules />
      </div>
    </section>
  );
}

/** By what rules somebody is flagged, for whoever asks. */
async function FlagRules() {
  const t = await getTranslations("resultsPeople.flags");
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">{t("title")}</summary>
      <div className="grid gap-2 pt-1">
        <p>{t("body")}</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t("rules.straight_line")}</li>
          <li>{t("rules.haste")}</li>
          <li>
            {t("rules.server_haste", {
              share: inPercent(flagRules.arrivals.share, 0),
              seconds: flagRules.arrivals.seconds,
            })}
          </li>
          <li>
            {t("rules.same_reason", {
              answers: flagRules.sameReason.answers,
              reasons: inPercent(flagRules.sameReason.share, 0),
            })}
          </li>
          <li>
            {t("rules.outlier", { z: String(outlierFrom).replace("-", "−"), least: minForClaim.cases })}
          </li>
          <li>{t("rules.unanswered")}</li>
        </ul>
      </div>
    </details>
  );
}

type MaxTrackColumnsProps = {
  rows: StudyRows;
  view: View;
  query: PeopleQuery;
  people: readonly ListedPerson[];
  totals: PeopleTotals;
  /** Where the list is found sorted by a column. */
  sortedBy: (sort: string) => string;
};

/** More tracks than this make no columns. */
const maxTrackColumns = 6;

/** A row a participant, as in the paper's Table 5, and what they come to together. */
async function PeopleTable({ rows, view, query, people, totals, sortedBy }: MaxTrackColumnsProps) {
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
  const told = people.map((person) => formatPersonRow(t, person, { rows, view, tracks }));
  return (
    <>
      <Table
        isTight
        caption={t("list.caption")}
        columns={columns}
        rows={told}
        totals={formatTotalRows(t, totals, tracks)}
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
