import { getTranslations } from "next-intl/server";
import { CohortComparison } from "#components/study-results/people/cohort-comparison.tsx";
import { Kept } from "#components/study-results/kept.tsx";
import { PeopleDots } from "#components/study-results/people/people-dots.tsx";
import { PeopleList } from "#components/study-results/people/people-list.tsx";
import { resultsPath, studyPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { getPeople, type PeopleTable, type PeopleTotals } from "#lib/study-results/people/people.ts";
import {
  addPeopleQuery,
  listPeople,
  readPeopleQuery,
  type PeopleQuery,
} from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

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
  return (
    <Kept rows={rows} view={view} of={`people ${addPeopleQuery(writeView(view), query)}`}>
      <Listed rows={rows} view={view} query={query} table={table} />
    </Kept>
  );
}

type ListedProps = { rows: StudyRows; view: View; query: PeopleQuery; table: PeopleTable };

function Listed({ rows, view, query, table }: ListedProps) {
  const { slug } = rows.study;
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
  const isTold = isClaimable({ answers: n, people, cases }) && pooled !== null && mean !== null;
  return (
    <p className="measure text-lg">
      {isTold
        ? t("summaryShare", { ...counts, share: inPercent(pooled), mean: inPercent(mean) })
        : t("summary", counts)}
    </p>
  );
}
