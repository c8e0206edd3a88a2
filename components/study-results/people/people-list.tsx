import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { type PeopleTotals, hasEnoughAnswers, type RightCount } from "#lib/study-results/people/people.ts";
import {
  peopleFilters,
  type PeoplePage,
  type PeopleQuery,
  parseSort,
  type ListedPerson,
  type PeopleColumn,
} from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View, isInterim, writeView } from "#lib/study-results/schema.ts";
import { inPercent, inRange, inTime } from "#lib/figures/written.ts";
import { flagRules } from "#lib/study-results/people/flags.ts";
import { outlierFrom } from "#lib/study-results/people/peers.ts";
import { named, nothing, percent, points } from "#components/study-results/figure-cells.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn, type TableRow } from "#components/ui/table/table.tsx";
import {
  countFlags,
  formatExclusionLine,
  type PeopleWords,
} from "#components/study-results/people/flag-words.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { resultsPersonPath } from "#lib/paths.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: PeopleQuery;
  list: PeoplePage;
  totals: PeopleTotals;
  /** The same list with something of it changed, from its first page on. */
  address: (change: Partial<PeopleQuery>) => string;
};

export async function PeopleList(props: Props) {
  const { rows, view, query, list, address } = props;
  const t = await getTranslations("resultsPeople.list");
  const shell = await getTranslations("shell");
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
        <EmptyState
          title={t("empty")}
          link={
            query.show === "all" ? undefined : { href: address({ show: "all" }), label: shell("showAll") }
          }
        />
      ) : (
        <PeopleTable {...props} />
      )}
      <PageLinks page={list.page} pages={list.pages} addressOf={(page) => address({ page })} />
      <div className="notes text-sm text-ink-muted">
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

/** More tracks than this make no columns. */
const maxTrackColumns = 6;

/** A row a participant, as in the paper's Table 5, and what they come to together. */
async function PeopleTable({ rows, view, query, list, totals, address }: Props) {
  const t = await getTranslations("resultsPeople");
  const { column: sorted, descending } = parseSort(query.sort);
  const hasTracks = view.track === null && rows.tracks.length > 1 && rows.tracks.length <= maxTrackColumns;
  const tracks = hasTracks ? rows.tracks.map((_, track) => track) : [];
  const { questions } = rows.study.design;
  const has = {
    cohort: rows.cohorts.length > 0,
    confidence: questions.confidence.ask !== "off",
    checks: rows.cases.some(({ stratum }) => stratum === "attention"),
  };
  const isName = (key: PeopleColumn) => key === "number" || key === "cohort";
  const first = (key: PeopleColumn) => (isName(key) ? key : `-${key}`);
  const other = (key: PeopleColumn) => (isName(key) ? `-${key}` : key);
  const sortable = (key: PeopleColumn, numeric = true): LinkedColumn => ({
    key,
    label: t(`list.columns.${key}`),
    numeric,
    // Largest first is what is asked for at the first click, but for names and numbers.
    href: address({ sort: query.sort === first(key) ? other(key) : first(key) }),
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
  const told = list.people.map((person) => formatPersonRow(t, person, { rows, view, tracks }));
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

/** Everything of one participant, in the view this stands in. */
export const personLink = (slug: string, number: number, view: View): Words => ({
  text: number,
  href: resultsPersonPath(slug, number, writeView(view)),
  isShort: true,
});

type RowContext = { rows: StudyRows; view: View; tracks: readonly number[] };

function formatPersonRow(t: PeopleWords, listed: ListedPerson, { rows, view, tracks }: RowContext): TableRow {
  const person = rows.people[listed.index];
  const number = person?.number ?? 0;
  const failed = person?.checks.failed ?? 0;
  const checks = failed + (person?.checks.passed ?? 0);
  const isWorking = person?.state === "started" && isInterim(rows.study);
  return {
    id: String(number),
    cells: {
      number: personLink(rows.study.slug, number, view),
      cohort: person?.cohort ? named(person.cohort) : nothing,
      ...formatTracks(tracks, listed.tracks),
      answered: formatCount(listed),
      passed: person?.passed || nothing,
      accuracy: hasEnoughAnswers(listed) ? formatShare(listed) : tooFew(t, listed.n),
      time: listed.activeMs === null ? nothing : inTime(listed.activeMs),
      changes: listed.n === 0 ? nothing : listed.changes,
      confidence: points(hasEnoughAnswers(listed) ? (listed.confidence?.overconfidence ?? null) : null),
      checks: checks === 0 ? nothing : t("list.checks", { failed, all: checks }),
      flags: countFlags(t, listed.flags),
      state: person?.exclusions.length
        ? formatExclusionLine(t, person.exclusions)
        : t(`list.${listed.n === 0 ? "noAnswers" : isWorking ? "working" : "counted"}`),
    },
  };
}

/** All answers together, and under them the mean of the people's own shares. */
function formatTotalRows(t: PeopleWords, totals: PeopleTotals, tracks: readonly number[]): TableRow[] {
  const isShown = hasEnoughData({ answers: totals.n, people: totals.people, cases: totals.cases });
  const share = (value: number | null) => (isShown ? percent(value) : tooFew(t, totals.n));
  return [
    {
      id: "all",
      cells: {
        number: t("list.totals.all"),
        ...formatTracks(tracks, totals.tracks),
        answered: formatCount(totals),
        accuracy: share(totals.pooled),
        changes: totals.changes,
        state: t("list.totals.people", { count: totals.people }),
      },
    },
    { id: "mean", cells: { number: t("list.totals.mean"), accuracy: share(totals.mean) } },
  ];
}

const trackKey = (track: number) => `track ${track}`;

const formatTracks = (tracks: readonly number[], counts: readonly RightCount[]): Record<string, Cell> =>
  Object.fromEntries(tracks.map((track) => [trackKey(track), formatCount(counts[track])]));

const formatCount = (of: RightCount | undefined): Cell => (of && of.n > 0 ? `${of.right}/${of.n}` : nothing);

function formatShare({ accuracy, low, high }: ListedPerson): Cell {
  if (low === null || high === null) return percent(accuracy);
  return [percent(accuracy), " ", { text: inRange(low, high), isWhole: true, isMuted: true, isSmall: true }];
}

const tooFew = (t: PeopleWords, n: number): Cell => ({
  text: t("tooFew", { n }),
  isMuted: true,
  isSmall: true,
  isWhole: true,
});
