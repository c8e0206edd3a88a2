import { getTranslations } from "next-intl/server";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import { tellInterval } from "#components/study-results/people/interval-cell.ts";
import { nothing, percent } from "#components/study-results/figure-cells.ts";
import { resultsPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import {
  listCohorts,
  maxCompared,
  getComparison,
  type ComparedCohort,
} from "#lib/study-results/people/cohorts.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
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
      {cohorts.length > maxCompared && (
        <p className="measure">{t("tooMany", { count: cohorts.length, most: maxCompared })}</p>
      )}
      <Compared rows={rows} view={view} />
      <p className="measure text-sm text-ink-muted">{t("given")}</p>
    </section>
  );
}

async function Compared({ rows, view }: Props) {
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

type TableProps = Props & { cohorts: readonly ComparedCohort[] };

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
          interval: isClaimable ? tellInterval(interval, wilson) : nothing,
        },
      }))}
    />
  );
}
