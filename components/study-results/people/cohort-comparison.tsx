import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Nothing, Percent } from "#components/study-results/people/number.tsx";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import { resultsPath } from "#components/studies/address.ts";
import { Table } from "#components/ui/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import {
  listCohorts,
  mostCompared,
  recallComparison,
  type CohortPoints,
  type ComparedCohort,
} from "#lib/study-results/cohorts.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Where people were invited as several cohorts: how each did, and whether they differ. */
export async function CohortComparison({ rows, view }: Props) {
  const t = await getTranslations("resultsPeople.cohorts");
  const cohorts = listCohorts(rows, view);
  if (cohorts.length < 2) return null;
  return (
    <section aria-labelledby="cohorts" className="grid min-w-0 gap-4">
      <h2 id="cohorts" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {cohorts.length > mostCompared && (
        <p className="measure">{t("tooMany", { count: cohorts.length, most: mostCompared })}</p>
      )}
      <Suspense
        fallback={
          <>
            <CohortTable rows={rows} view={view} cohorts={cohorts.slice(0, mostCompared)} />
            <p className="text-ink-muted">{t("waiting")}</p>
          </>
        }
      >
        <Compared rows={rows} view={view} />
      </Suspense>
      <p className="measure text-sm text-ink-muted">{t("given")}</p>
    </section>
  );
}

async function Compared({ rows, view }: Props) {
  const t = await getTranslations("resultsPeople.cohorts");
  const { cohorts, differences, tests, b, seed } = await recallComparison(rows, view);
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
          ...(!difference.isTested && { instead: t("tooFew") }),
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("method", { b, seed: String(seed), tests })}</p>
    </>
  );
}

type TableProps = Props & { cohorts: readonly (CohortPoints & Partial<Pick<ComparedCohort, "interval">>)[] };

async function CohortTable({ rows, view, cohorts }: TableProps) {
  const t = await getTranslations("resultsPeople.cohorts");
  const few = await getTranslations("resultsPeople");
  return (
    <Table
      caption={t("figures")}
      columns={[
        { key: "cohort", label: t("columns.cohort") },
        ...(["people", "cases", "answers", "right", "accuracy", "interval"] as const).map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: true,
        })),
      ]}
      rows={cohorts.map(({ cohort, n, right, accuracy, isClaimable, interval }) => ({
        id: cohort ?? "",
        cells: {
          cohort:
            cohort === null ? (
              t("none")
            ) : (
              <a
                href={resultsPath(rows.study.slug, "people", writeView({ ...view, cohort }))}
                className="inline-block min-w-28 wrap-break-word text-accent underline"
              >
                <bdi>{cohort}</bdi>
              </a>
            ),
          ...n,
          right,
          accuracy: isClaimable ? <Percent value={accuracy} /> : few("tooFew", { n: n.answers }),
          interval:
            isClaimable && interval?.low != null && interval.high != null ? (
              <span className="whitespace-nowrap" title={`${interval.low} ${interval.high}`}>
                {inRange(interval.low, interval.high)}
                {interval.method === "wilson" && (
                  <span className="block text-sm">{t("wilson", { n: interval.n ?? 0 })}</span>
                )}
              </span>
            ) : (
              <Nothing />
            ),
        },
      }))}
    />
  );
}
