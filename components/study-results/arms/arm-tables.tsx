import { getTranslations } from "next-intl/server";
import {
  modelNamed,
  named,
  nothing,
  percent,
  points as inPoints,
} from "#components/study-results/figure-cells.ts";
import { inPointsOf, range, type OverviewWords } from "#components/study-results/ranges.ts";
import { tellInterval } from "#components/study-results/people/interval-cell.ts";
import { nameOf } from "#components/model-runs/figures.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ArmModel, ArmResults } from "#lib/study-results/arms/arms.ts";
import { isGapTold } from "#lib/study-results/overview/types.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";

type Props = { arms: readonly ArmResults[]; view: View };

/** How many answered what under each arm, and how many of the answers are right. */
export async function ArmPeople({ arms, view: { who } }: Props) {
  const t = await getTranslations("resultsArms");
  const cohorts = await getTranslations("resultsPeople");
  return (
    <Table
      caption={t("people.caption")}
      columns={[
        { key: "arm", label: t("columns.arm"), atLeast: 36 },
        ...(["people", "cases", "answers", "right", "accuracy", "interval"] as const).map((key) => ({
          key,
          label: t(`columns.${key}`, { who }),
          numeric: true,
        })),
      ]}
      rows={arms.map(({ arm, name, people: { n, right, accuracy, isClaimable }, interval }) => ({
        id: String(arm),
        cells: {
          arm: named(name),
          ...n,
          right,
          accuracy: isClaimable ? percent(accuracy) : cohorts("tooFew", { n: n.answers }),
          interval: isClaimable
            ? tellInterval(interval, (count) => cohorts("cohorts.wilson", { n: count }))
            : nothing,
        },
      }))}
    />
  );
}

/** Every run under each arm that it was asked under, over the cases that people answered under it. */
export async function ArmModels({ arms, view: { who } }: Props) {
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
        ...(["cases", "right", "accuracy", "interval", "gap", "gapInterval"] as const).map((key) => ({
          key,
          label: t(`columns.${key}`, { who }),
          numeric: true,
        })),
      ]}
      rows={arms.flatMap(({ arm, name, models }) =>
        models.map((model) => ({
          id: `${model.points.runId} ${arm}`,
          cells: {
            model: nameModel(model, marks),
            arm: named(name),
            ...tellModel(model, given),
          },
        })),
      )}
    />
  );
}

const nameModel = (
  { points }: ArmModel,
  marks: (apart: NonNullable<ArmModel["points"]["apart"]>) => string,
): Cell => [
  modelNamed(points.model),
  " ",
  { ...named(nameOf(points)), isWhole: true, isMuted: true, isSmall: true },
  points.apart !== null && [" ", { badge: marks(points.apart), tone: "warning" }],
];

type Given = { tooFew: (n: number) => string; bySelection: string; overview: OverviewWords };

function tellModel({ points, interval, gap }: ArmModel, { tooFew, bySelection, overview }: Given) {
  const { answered, right, top1, apart } = points;
  const none = { right: nothing, interval: nothing, gap: nothing, gapInterval: nothing };
  if (apart === "selecting") return { ...none, cases: answered, accuracy: bySelection };
  const isEnough = answered >= minForClaim.cases;
  const isTold = isEnough && isGapTold(points);
  return {
    cases: answered,
    right: right ?? nothing,
    accuracy: isEnough ? percent(top1) : tooFew(answered),
    interval: isEnough ? range(interval) : nothing,
    gap: isTold ? inPoints(gap?.value ?? null) : nothing,
    gapInterval: isTold ? range(gap?.interval, inPointsOf(overview)) : nothing,
  };
}
