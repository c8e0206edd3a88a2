import { getTranslations, getLocale } from "next-intl/server";
import { PeopleList } from "#components/study-results/people/people-list.tsx";
import { resultsPath, studyPath, resultsPersonPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import {
  getPeople,
  type PeopleTable,
  type PeopleTotals,
  hasEnoughAnswers,
  spreadOf,
} from "#lib/study-results/people/people.ts";
import { addPeopleQuery, listPeople, readPeopleQuery } from "#lib/study-results/people/people-list.ts";
import type { StudyRows, PersonRow } from "#lib/study-results/rows/rows.ts";
import { writeView, type View, minForClaim, viewKey } from "#lib/study-results/schema.ts";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import { formatIntervalCell } from "#components/study-results/people/interval-cell.ts";
import { nothing, percent } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import {
  listCohorts,
  maxCompared,
  getComparison,
  type ComparedCohort,
} from "#lib/study-results/people/cohorts.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { dotsAtMost } from "#lib/figures/drawn/dots.ts";
import { drawPeople } from "#lib/study-results/figures/people.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";

type Props = {
  rows: StudyRows;
  view: View;
  asked: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** How each participant did: as a sentence, as dots, as a table; and their cohorts beside each other. */
export async function PeopleResults({ rows, view, asked }: Props) {
  const t = await getTranslations("resultsPeople");
  const { slug } = rows.study;
  const table = getPeople(rows, view);
  if (table.people.length === 0)
    return (
      <EmptyState
        title={t("none.title")}
        action={<ButtonLink href={studyPath(slug)}>{t("toLive")}</ButtonLink>}
      >
        {t("none.body")}
      </EmptyState>
    );
  const query = readPeopleQuery(asked);
  const list = listPeople(rows, table.people, getFlags(rows, view), query);
  const address = (change: Partial<typeof query>) =>
    `${resultsPath(slug, "people", addPeopleQuery(writeView(view), { ...query, page: 1, ...change }))}#list`;
  return (
    <div className="grid min-w-0 gap-12">
      <div className="grid min-w-0 gap-6">
        <Summary totals={table.totals} view={view} />
        <PeopleDots rows={rows} view={view} table={table} />
      </div>
      <PeopleList rows={rows} view={view} query={query} list={list} totals={table.totals} address={address} />
      {rows.cohorts.length > 0 && <CohortComparison rows={rows} view={view} />}
    </div>
  );
}

async function Summary({ totals, view }: { totals: PeopleTotals; view: View }) {
  const t = await getTranslations("resultsPeople");
  const { people, n, cases, right, pooled, mean } = totals;
  const counts = { people, n, cases, right, who: view.who };
  const isTold = hasEnoughData({ answers: n, people, cases }) && pooled !== null && mean !== null;
  return (
    <p className="measure text-lg">
      {isTold
        ? t("summaryShare", { ...counts, share: inPercent(pooled), mean: inPercent(mean) })
        : t("summary", counts)}
    </p>
  );
}

type CohortComparisonProps = { rows: StudyRows; view: View };

/** Where people were invited as several cohorts: how each did, and whether they differ. */
async function CohortComparison({ rows, view }: CohortComparisonProps) {
  const t = await getTranslations("resultsPeople.cohorts");
  const cohorts = listCohorts(rows, view);
  if (cohorts.length < 2) return null;
  return (
    <section aria-labelledby="cohorts" className="grid min-w-0 gap-4">
      <h2 id="cohorts" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {cohorts.length > maxCompared && (
        <p className="measure">{t("tooMany", { count: cohorts.length, most: maxCompared })}</p>
      )}
      <ComparedCohorts rows={rows} view={view} />
      <p className="measure text-sm text-ink-muted">{t("given")}</p>
    </section>
  );
}

async function ComparedCohorts({ rows, view }: CohortComparisonProps) {
  const t = await getTranslations("resultsPeople.cohorts");
  const { cohorts, differences, tests } = getComparison(rows, view);
  const nameOf = (index: number) => cohorts[index]?.cohort ?? t("none");
  return (
    <>
      <CohortTable rows={rows} view={view} cohorts={cohorts} />
      <DifferenceTable
        caption={t("differences")}
        of={t("differenceColumns.pair")}
        differences={differences.map((difference) => ({
          ...difference,
          name: t("pair", { first: nameOf(difference.first), second: nameOf(difference.second) }),
          ...(!difference.isTested && {
            instead: t(holdsAtEveryLook(rows, view.who) ? "looking" : "tooFew"),
          }),
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("method", { tests })}</p>
    </>
  );
}

type TableProps = CohortComparisonProps & { cohorts: readonly ComparedCohort[] };

async function CohortTable({ rows, view, cohorts }: TableProps) {
  const t = await getTranslations("resultsPeople");
  const wilson = (n: number) => t("cohorts.wilson", { n });
  return (
    <Table
      caption={t("cohorts.figures")}
      columns={[
        { key: "cohort", label: t("cohorts.columns.cohort"), atLeast: 36 },
        ...(["people", "cases", "answers", "right", "accuracy", "interval"] as const).map((key) => ({
          key,
          label: t(`cohorts.columns.${key}`),
          numeric: true,
        })),
      ]}
      rows={cohorts.map(({ cohort, n, right, accuracy, isClaimable, interval }) => ({
        id: cohort ?? "",
        cells: {
          cohort:
            cohort === null
              ? t("cohorts.none")
              : {
                  text: cohort,
                  isName: true,
                  href: resultsPath(rows.study.slug, "people", writeView({ ...view, cohort })),
                },
          ...n,
          right,
          accuracy: isClaimable ? percent(accuracy) : t("tooFew", { n: n.answers }),
          interval: isClaimable ? formatIntervalCell(interval, wilson) : nothing,
        },
      }))}
    />
  );
}

type PeopleDotsProps = {
  rows: StudyRows;
  view: View;
  table: PeopleTable;
};

/** A dot a participant, and where all answers together lie. */
async function PeopleDots({ rows, view, table }: PeopleDotsProps) {
  const t = await getTranslations("resultsPeople.dots");
  const locale = await getLocale();
  const { slug } = rows.study;
  const interval = getIntervals(rows, view).people;
  const query = writeView(view);
  const spread = spreadOf(table.people);
  const toPerson = ({ number }: PersonRow) => resultsPersonPath(slug, number, query);
  const figure = memoize(rows, `people figure ${locale} ${viewKey(view)}`, () =>
    // More of them are counted in bars, which lead to nobody.
    drawPeople(
      rows,
      view,
      table,
      interval,
      (spread?.count ?? 0) > dotsAtMost ? { locale } : { locale, toPerson },
    ),
  );
  if (!figure || !spread) return null;
  const untold = table.people.filter((person) => person.n > 0 && !hasEnoughAnswers(person)).length;
  const excluded = table.people.filter((person) => hasEnoughAnswers(person) && !person.isCounted).length;
  const sentence = [
    t("sentence", {
      count: spread.count,
      who: view.who,
      least: minForClaim.cases,
      low: inPercent(spread.low),
      high: inPercent(spread.high),
      lower: inPercent(spread.lower),
      upper: inPercent(spread.upper),
    }),
    untold > 0 ? t("apart", { count: untold }) : "",
    excluded > 0 ? t("excluded", { count: excluded }) : "",
    figure.input.mean ? t(interval.method === "every_look" ? "everyLook" : "method") : "",
  ];
  return (
    <FigureFrame
      id="people-dots"
      title={t("title")}
      sentence={sentence.filter(Boolean).join(" ")}
      figure={figure}
      table={
        <Table
          caption={t("table.caption")}
          columns={[
            { key: "share", label: t("table.share") },
            { key: "counted", label: t("table.counted"), numeric: true },
            { key: "excluded", label: t("table.excluded"), numeric: true },
          ]}
          rows={spread.bins.map(({ from, to, counted, excluded }) => ({
            id: String(from),
            cells: { share: inRange(from, to, 0), counted, excluded },
          }))}
        />
      }
      downloads={figureDownloads(slug, "people", query)}
    />
  );
}
