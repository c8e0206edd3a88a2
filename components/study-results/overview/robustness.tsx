import { WhenMade } from "#components/study-results/when-made.tsx";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import {
  points,
  probability,
  inPointsOf,
  range,
  decimal,
  ends,
  muted,
  nothing,
  percent,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import { countOutcomes, drawRobustness, listDecisions } from "#lib/study-results/figures/robustness.ts";
import { getSelection, getPoints } from "#lib/study-results/overview/overview.ts";
import { getRobustness, type Robustness as Found } from "#lib/study-results/overview/robustness.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { viewKey, writeView, type View } from "#lib/study-results/schema.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getSensitivity, type Sensitivity } from "#lib/study-results/overview/mixed-model.ts";

type Props = { rows: StudyRows; view: View };

/** Of more answers others would have to wait for it, so that it is made when somebody asks. */
const manyAnswers = 20_000;

/** The planned comparison under every decision that a reader may doubt, and what it comes to in each. */
export async function Robustness({ rows, view, isAsked }: Props & { isAsked: boolean }) {
  const t = await getTranslations("resultsOverview.robustness");
  if (rows.study.comparatorRunId === null || looksOf(rows, view.who) === "running") return null;
  if (!isAsked && getSelection(rows, view).answers.length > manyAnswers) {
    const query = writeView(view);
    query.set("robustness", "all");
    return (
      <Fold id="robustness" title={t("title")}>
        <div className="no-print">
          <ButtonLink href={`${resultsPath(rows.study.slug, "overview", query)}#robustness`}>
            {t("action")}
          </ButtonLink>
        </div>
      </Fold>
    );
  }
  return (
    <WhenMade
      made={getRobustness(rows, view)}
      of={`${rows.stamp} ${viewKey(view)}`}
      fallback={<p className="py-2">{t("computing")}</p>}
    >
      {(found) => found && <RobustnessFigures rows={rows} view={view} found={found} />}
    </WhenMade>
  );
}

async function RobustnessFigures({ rows, view, found }: Props & { found: Found }) {
  const t = await getTranslations("resultsOverview.robustness");
  const overview = await getTranslations("resultsOverview");
  const format = await getFormatter();
  const made = drawRobustness(found, await getLocale());
  const counts = countOutcomes(found.gaps).map(([outcome, count]) =>
    t("counted", { count, outcome: t(`short.${outcome}`) }),
  );
  const sentence = t("sentence", { all: found.gaps.length, list: format.list(counts) });
  const open = listDecisions(found.ways);
  if (found.gaps.length < 2) return null;
  return (
    <Fold id="robustness" title={t("title")} note={sentence} isWide>
      <FigureFrame
        id="robustness-figure"
        title={made.title}
        sentence={sentence}
        figure={made.figure}
        downloads={figureDownloads(rows.study.slug, "robustness", writeView(view))}
        table={
          <Table
            caption={t("caption")}
            columns={[
              ...open.map((key) => ({ key, label: t(`table.${key}`) })),
              { key: "difference", label: t("table.difference", { name: found.run.model }), numeric: true },
              { key: "p", label: t("table.p"), numeric: true },
              { key: "outcome", label: t("table.outcome") },
            ]}
            rows={found.gaps.map((gap, i) => ({
              id: String(i),
              cells: {
                ...Object.fromEntries(
                  open.map((key) => [key, t(`ways.${key}.${gap[key]}` as "ways.known.with")]),
                ),
                difference: [
                  points(gap.difference?.value ?? null),
                  { line: range(gap.difference?.interval, inPointsOf(overview)), isMuted: true },
                ],
                p: probability(gap.difference?.p ?? null),
                outcome: t(`short.${gap.outcome}`),
              },
            }))}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about", { suspects: found.suspects })}</p>
    </Fold>
  );
}

/** People by the main figure and by a mixed model, one under the other. */
export async function SensitivityTable({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview.sensitivity");
  if (!getPoints(rows, view).people.isClaimable) return null;
  const draw = (sensitivity: Sensitivity | null) => (
    <SensitivityFigures rows={rows} view={view} sensitivity={sensitivity} />
  );
  return (
    <Fold id="sensitivity" title={t("title")}>
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <WhenMade made={getSensitivity(rows, view)} of={`${rows.stamp} ${viewKey(view)}`} fallback={draw(null)}>
        {draw}
      </WhenMade>
    </Fold>
  );
}

async function SensitivityFigures({ rows, view, sensitivity }: Props & { sensitivity: Sensitivity | null }) {
  const t = await getTranslations("resultsOverview.sensitivity");
  const { people } = getPoints(rows, view);
  const columns = ["share", "interval", "peopleSpread", "caseSpread"] as const;
  return (
    <Table
      isTight
      caption={t("title")}
      columns={[{ key: "name", label: t("name"), atLeast: 36 }, ...figureColumns(columns, (key) => t(key))]}
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
