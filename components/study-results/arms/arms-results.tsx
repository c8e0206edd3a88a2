import type { ArmDifference } from "#lib/study-results/figure-schemas.ts";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import { countArms, getArms, type ArmResults, type ArmModel } from "#lib/study-results/arms/arms.ts";
import { findPlainArm, variesCases } from "#lib/study-results/arms/place.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, minForClaim, writeView } from "#lib/study-results/schema.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { DifferenceTable, type DifferenceRow } from "#components/study-results/people/difference-table.tsx";
import { formatMethodName } from "#components/model-runs/figure.tsx";
import { getArmDifferences, type ModelDifference } from "#lib/study-results/arms/differences.ts";
import {
  modelNamed,
  named,
  nothing,
  percent,
  points as inPoints,
  inPointsOf,
  range,
  type OverviewWords,
  formatIntervalCell,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { hasEnoughForGap } from "#lib/study-results/overview/types.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { figureDownloads } from "#lib/paths.ts";
import { drawArms } from "#lib/study-results/figures/arms.ts";

type Props = { rows: StudyRows; view: View; arms: Arms };

/** What people and models did under each arm, and by how much arms differ on the same cases. */
export async function ArmsResults({ rows, view, arms }: Props) {
  const t = await getTranslations("resultsArms");
  const differences = await getTranslations("builderPlan.assignment.arms.differences");
  return (
    <>
      <p className="measure">
        {t("design", {
          count: arms.arms.length,
          differ: differences(`${arms.differ}.name`),
          unit: arms.unit,
        })}
      </p>
      {hasRight(rows) ? <ComparedArms rows={rows} view={view} /> : <UncomparedArms rows={rows} view={view} />}
    </>
  );
}

type SectionProps = Omit<Props, "arms">;

async function ComparedArms({ rows, view }: SectionProps) {
  const t = await getTranslations("resultsArms");
  const { design } = rows.study;
  const arms = getArms(rows, view);
  const models = new Set(arms.flatMap((arm) => arm.models.map(({ points }) => points.model))).size;
  return (
    <div className="grid min-w-0 gap-6">
      <ArmsFigure rows={rows} view={view} arms={arms} />
      {variesCases(design) && findPlainArm(design) === null && <p className="measure">{t("nonePlain")}</p>}
      <div id="tables" className="min-w-0 scroll-mt-4 border-t border-line">
        <ArmDifferencesSection rows={rows} view={view} arms={arms} />
        <Fold id="people" title={t("people.title")} note={t("people.note", { count: arms.length })} isWide>
          <ArmPeople arms={arms} view={view} />
        </Fold>
        <Fold id="models" title={t("models.title")} note={t("models.note", { count: models })} isWide>
          {models > 0 ? <ArmModels arms={arms} view={view} /> : <p className="measure">{t("models.none")}</p>}
          <p className="measure text-sm text-ink-muted">
            {t(variesCases(design) ? "models.ofCases" : "models.ofRuns")}
          </p>
        </Fold>
      </div>
      <OpenFolds />
    </div>
  );
}

type ArmsFigureProps = SectionProps & { arms: readonly ArmResults[] };

/** Each arm's dot under the other's, for people and every model, and below them the differences. */
async function ArmsFigure({ rows, view, arms }: ArmsFigureProps) {
  const t = await getTranslations("resultsArms");
  const made = drawArms(rows, view, await getLocale());
  if (!made) return null;
  const format = await getFormatter();
  const list = format.list(
    arms.map(({ name, people: { accuracy, isClaimable, n } }) =>
      t(isClaimable && accuracy !== null ? "figure.arm" : "figure.few", {
        name,
        n: n.answers,
        share: inPercent(accuracy ?? 0),
      }),
    ),
  );
  return (
    <FigureFrame
      id="arms"
      title={made.title}
      sentence={t("figure.sentence", { who: view.who, list })}
      figure={made.figure}
      downloads={figureDownloads(rows.study.slug, "arms", writeView(view))}
      room="wide"
      table={
        <ul role="list" className="flex flex-wrap gap-x-6">
          {(["differences", "people", "models"] as const).map((id) => (
            <li key={id}>
              <a href={`#${id}`} className="target inline-flex items-center text-accent underline">
                {t(`${id}.title`)}
              </a>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Where answers are neither right nor wrong: how many there are. */
async function UncomparedArms({ rows, view }: SectionProps) {
  const t = await getTranslations("resultsArms");
  const counted = countArms(rows, view);
  return (
    <div className="grid min-w-0 gap-4">
      <Table
        caption={t("people.caption")}
        columns={[
          { key: "arm", label: t("columns.arm"), atLeast: 36 },
          ...figureColumns(["people", "cases", "answers"], (key) => t(`columns.${key}`, { who: view.who })),
        ]}
        rows={counted.map(({ arm, name, n }) => ({
          id: String(arm),
          cells: { arm: { text: name, isName: true }, ...n },
        }))}
      />
      <p className="measure">{t("withoutRight")}</p>
    </div>
  );
}

type ArmDifferencesSectionProps = { rows: StudyRows; view: View; arms: readonly ArmResults[] };

/** By how much arms differ over the cases that have answers under both: people, and each model that was asked under both. */
async function ArmDifferencesSection({ rows, view, arms }: ArmDifferencesSectionProps) {
  const t = await getTranslations("resultsArms");
  const { people, models } = getArmDifferences(rows, view);
  const formatArmName = (arm: number) => arms[arm - 1]?.name ?? "";
  const pair = ({ first, second }: ArmDifference) =>
    t("differences.pair", { first: formatArmName(first), second: formatArmName(second) });
  const formatDifference = (difference: ArmDifference, name: string): DifferenceRow => ({
    ...difference,
    name,
    ...(difference.reason !== null && { instead: t(`differences.reasons.${difference.reason}`) }),
    note: t("differences.cases", { count: difference.cases }),
  });
  return (
    <Fold
      id="differences"
      title={t("differences.title")}
      note={t("differences.note", { people: people.length, models: models.length })}
      isWide
    >
      <DifferenceTable
        caption={t("differences.people", { who: view.who })}
        of={t("differences.arms")}
        note={t("differences.over")}
        differences={people.map((difference) => formatDifference(difference, pair(difference)))}
      />
      {models.length > 0 && (
        <DifferenceTable
          caption={t("differences.models")}
          of={t("differences.arms")}
          note={t("differences.over")}
          differences={models.map((difference) =>
            formatDifference(difference, `${formatRunNames(difference)}: ${pair(difference)}`),
          )}
        />
      )}
      <p className="measure text-sm text-ink-muted">
        {t("differences.methodOfPeople", {
          tests: people.filter(({ holm }) => holm !== null).length,
        })}{" "}
        {models.length > 0 && t("differences.methodOfModels")}
      </p>
    </Fold>
  );
}

function formatRunNames({ runs: [one, other] }: ModelDifference): string {
  const [first, second] = [formatMethodName(one), formatMethodName(other)];
  return first === second ? `${one.model} ${first}` : `${one.model} ${first} / ${second}`;
}

type ArmPeopleProps = { arms: readonly ArmResults[]; view: View };

/** How many answered what under each arm, and how many of the answers are right. */
async function ArmPeople({ arms, view: { who } }: ArmPeopleProps) {
  const t = await getTranslations("resultsArms");
  const cohorts = await getTranslations("resultsPeople");
  return (
    <Table
      caption={t("people.caption")}
      columns={[
        { key: "arm", label: t("columns.arm"), atLeast: 36 },
        ...figureColumns(["people", "cases", "answers", "right", "accuracy", "interval"], (key) =>
          t(`columns.${key}`, { who }),
        ),
      ]}
      rows={arms.map(({ arm, name, people: { n, right, accuracy, isClaimable }, interval }) => ({
        id: String(arm),
        cells: {
          arm: named(name),
          ...n,
          right,
          accuracy: isClaimable ? percent(accuracy) : cohorts("tooFew", { n: n.answers }),
          interval: isClaimable
            ? formatIntervalCell(interval, (count) => cohorts("cohorts.wilson", { n: count }))
            : nothing,
        },
      }))}
    />
  );
}

/** Every run under each arm that it was asked under, over the cases that people answered under it. */
async function ArmModels({ arms, view: { who } }: ArmPeopleProps) {
  const t = await getTranslations("resultsArms");
  const marks = await getTranslations("resultsApart.badge");
  const given = {
    tooFew: (n: number) => t("models.tooFew", { n }),
    bySelection: t("models.bySelection"),
    overview: await getTranslations("resultsOverview"),
  };
  return (
    <Table
      caption={t("models.caption")}
      columns={[
        { key: "model", label: t("columns.model"), atLeast: 40 },
        { key: "arm", label: t("columns.arm"), atLeast: 32 },
        ...figureColumns(["cases", "right", "accuracy", "interval", "gap", "gapInterval"], (key) =>
          t(`columns.${key}`, { who }),
        ),
      ]}
      rows={arms.flatMap(({ arm, name, models }) =>
        models.map((model) => ({
          id: `${model.points.runId} ${arm}`,
          cells: {
            model: formatModelName(model, marks),
            arm: named(name),
            ...formatModel(model, given),
          },
        })),
      )}
    />
  );
}

const formatModelName = (
  { points }: ArmModel,
  marks: (apart: NonNullable<ArmModel["points"]["apart"]>) => string,
): Cell => [
  modelNamed(points.model),
  " ",
  { ...named(formatMethodName(points)), isWhole: true, isMuted: true, isSmall: true },
  points.apart !== null && [" ", { badge: marks(points.apart), tone: "warning" }],
];

type Context = { tooFew: (n: number) => string; bySelection: string; overview: OverviewWords };

function formatModel({ points, interval, gap }: ArmModel, { tooFew, bySelection, overview }: Context) {
  const { answered, right, top1, apart } = points;
  const none = { right: nothing, interval: nothing, gap: nothing, gapInterval: nothing };
  if (apart === "selecting") return { ...none, cases: answered, accuracy: bySelection };
  const isEnough = answered >= minForClaim.cases;
  const isTold = isEnough && hasEnoughForGap(points);
  return {
    cases: answered,
    right: right ?? nothing,
    accuracy: isEnough ? percent(top1) : tooFew(answered),
    interval: isEnough ? range(interval) : nothing,
    gap: isTold ? inPoints(gap?.value ?? null) : nothing,
    gapInterval: isTold ? range(gap?.interval, inPointsOf(overview)) : nothing,
  };
}
