import { getTranslations, getLocale } from "next-intl/server";
import { PeopleList } from "#components/study-results/people/people-list.tsx";
import { figureDownloads, resultsPath, studyPath, resultsPersonPath } from "#lib/paths.ts";
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
import {
  formatIntervalCell,
  nothing,
  percent,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { listCohorts, maxCompared, getComparison } from "#lib/study-results/people/cohorts.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { dotsAtMost } from "#lib/figures/drawn/dots.ts";
import { drawPeople } from "#lib/study-results/figures/people.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { Section } from "#components/study-results/section.tsx";

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
    <div className="grid min-w-0 gap-8">
      <div className="grid min-w-0 gap-4">
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
    <p className="text-lg">
      {isTold
        ? t("summaryShare", { ...counts, share: inPercent(pooled), mean: inPercent(mean) })
        : t("summary", counts)}
    </p>
  );
}

/** Where people were invited as several cohorts: how each did, and whether they differ. */
async function CohortComparison({ rows, view }: Pick<Props, "rows" | "view">) {
  const t = await getTranslations("resultsPeople");
  const count = listCohorts(rows, view).length;
  if (count < 2) return null;
  const { cohorts, differences, tests } = getComparison(rows, view);
  const nameOf = (index: number) => cohorts[index]?.cohort ?? t("cohorts.none");
  const untested = t(holdsAtEveryLook(rows, view.who) ? "cohorts.looking" : "cohorts.tooFew");
  return (
    <Section id="cohorts" title={t("cohorts.title")} className="gap-4">
      {count > maxCompared && <p className="measure">{t("cohorts.tooMany", { count, most: maxCompared })}</p>}
      <Table
        caption={t("cohorts.figures")}
        columns={[
          { key: "cohort", label: t("cohorts.columns.cohort"), atLeast: 36 },
          ...figureColumns(["people", "cases", "answers", "right", "accuracy", "interval"], (key) =>
            t(`cohorts.columns.${key}`),
          ),
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
            interval: isClaimable
              ? formatIntervalCell(interval, (cases) => t("cohorts.wilson", { n: cases }))
              : nothing,
          },
        }))}
      />
      <DifferenceTable
        caption={t("cohorts.differences")}
        of={t("cohorts.differenceColumns.pair")}
        differences={differences.map((difference) => ({
          ...difference,
          name: t("cohorts.pair", { first: nameOf(difference.first), second: nameOf(difference.second) }),
          ...(!difference.isTested && { instead: untested }),
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("cohorts.method", { tests })}</p>
      <p className="measure text-sm text-ink-muted">{t("cohorts.given")}</p>
    </Section>
  );
}

/** A dot a participant, and where all answers together lie. */
async function PeopleDots({ rows, view, table }: Pick<Props, "rows" | "view"> & { table: PeopleTable }) {
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
      room="full"
    />
  );
}
