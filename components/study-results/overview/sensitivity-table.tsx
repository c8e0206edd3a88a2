import { getTranslations } from "next-intl/server";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { decimal, ends, muted, nothing, percent } from "#components/study-results/figure-cells.ts";
import { range } from "#components/study-results/ranges.ts";
import { Streamed } from "#components/ui/streamed.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getSensitivity, type Sensitivity } from "#lib/study-results/overview/mixed-model.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** People by the main figure and by a mixed model, one under the other. */
export function SensitivityTable({ rows, view }: Props) {
  if (!getPoints(rows, view).people.isClaimable) return null;
  return <Section rows={rows} view={view} ready={peek(getSensitivity(rows, view))} />;
}

async function Section({ rows, view, ready }: Props & { ready: Sensitivity | null }) {
  const t = await getTranslations("resultsOverview.sensitivity");
  return (
    <Fold id="sensitivity" title={t("title")}>
      <p className="measure text-sm text-ink-muted">{t("about", { who: view.who })}</p>
      {ready ? (
        <SensitivityFigures rows={rows} view={view} sensitivity={ready} />
      ) : (
        <Streamed
          key={`${rows.stamp} ${viewKey(view)}`}
          fallback={<SensitivityFigures rows={rows} view={view} sensitivity={null} />}
        >
          <Later rows={rows} view={view} />
        </Streamed>
      )}
    </Fold>
  );
}

const Later = async ({ rows, view }: Props) => (
  <SensitivityFigures rows={rows} view={view} sensitivity={await getSensitivity(rows, view)} />
);

async function SensitivityFigures({ rows, view, sensitivity }: Props & { sensitivity: Sensitivity | null }) {
  const t = await getTranslations("resultsOverview.sensitivity");
  const { people } = getPoints(rows, view);
  const { who } = view;
  const columns = ["share", "interval", "peopleSpread", "caseSpread"] as const;
  return (
    <Table
      isTight
      caption={t("caption", { who })}
      columns={[
        { key: "name", label: t("name"), atLeast: 36 },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={[
        {
          id: "main",
          cells: {
            name: t("main"),
            share: percent(people.accuracy),
            interval: range(getIntervals(rows, view).people),
            peopleSpread: nothing,
            caseSpread: nothing,
          },
        },
        { id: "mixed", cells: { name: t("mixed"), ...(await formatSensitivity(sensitivity)) } },
      ]}
    />
  );
}

async function formatSensitivity(sensitivity: Sensitivity | null): Promise<Record<string, Cell>> {
  const t = await getTranslations("resultsOverview.sensitivity");
  if (!sensitivity) return { share: muted(t("waiting")) };
  const { accuracy, low, high, spread, reason } = sensitivity;
  if (reason !== null || low === null || high === null)
    return {
      share: muted(
        t(`reasons.${reason ?? "no_interval"}`, { people: minForScale.people, cases: minForScale.cases }),
      ),
    };
  return {
    share: percent(accuracy),
    interval: ends(low, high),
    peopleSpread: decimal(spread.people, 2),
    caseSpread: decimal(spread.cases, 2),
  };
}
