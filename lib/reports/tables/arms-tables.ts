import type { ArmDifference } from "#lib/study-results/figure-schemas.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption, listPlannedRows, type Subject } from "#lib/reports/head.ts";
import { writeNumbers, type PrintedRow, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatFullName, formatRunName, t, formatGap, formatP, formatShare } from "#lib/reports/words.ts";
import { getArms, type ArmModel, type ArmResults } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences, type ModelDifference } from "#lib/study-results/arms/differences.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

/** What is right under each arm, of people and of each model that was asked under it; null without arms. */
export function makeArmsTable(facts: Facts): PrintedTable | null {
  const { rows, view } = facts;
  const arms = getArms(rows, view);
  if (arms.length === 0) return null;
  return {
    name: "arms",
    ...headBy(facts, t("tables.arms.caption"), {
      hasModels: arms.some(({ models }) => models.length > 0),
      notes: [t("tables.arms.made"), ...listLooks(facts)],
    }),
    columns: [
      { label: t("tables.arms.arm"), numeric: false },
      { label: t("tables.arms.of"), numeric: false },
      ...(["people", "cases", "answers", "right"] as const).map((key) => ({
        label: t(`tables.arms.${key}`),
        numeric: true,
      })),
    ],
    groups: arms.map((arm) => [
      printPeople(facts, arm),
      ...arm.models.map((model) => printModel(arm, model)),
    ]),
    csv: [
      ["arm", "of", "participants", "cases", "answers", "right", "accuracy", "low", "high"],
      ...arms.flatMap(({ name, people: { n, right, accuracy, isClaimable }, interval, models }) => {
        const told = isClaimable ? [accuracy, interval.low, interval.high] : [null, null, null];
        return [
          [name, view.who, n.people, n.cases, n.answers, right, ...told],
          ...models.map(({ points, interval: of }) => {
            const { answered, right: own, top1 } = points;
            return [name, formatRunName(points), null, answered, answered, own, top1, of?.low, of?.high];
          }),
        ];
      }),
    ],
  };
}

/** What is said of people under arms can be planned; what is said of models isn't. */
function headBy(
  facts: Facts,
  caption: string,
  { hasModels, notes }: { hasModels: boolean; notes: readonly string[] },
): Pick<PrintedTable, "caption" | "notes"> {
  const subjects: [Subject, ...Subject[]] = hasModels ? ["arms", "rest"] : ["arms"];
  const name = t(`names.${facts.view.who}`);
  return {
    caption: formatCaption(facts, caption, ...subjects),
    notes: [
      ...listPlannedRows(
        facts,
        subjects.map((subject) => ({ name, subject })),
      ),
      ...notes,
    ],
  };
}

function printPeople({ view }: Facts, { arm, name, people, interval }: ArmResults): PrintedRow {
  const { n, accuracy, isClaimable } = people;
  return {
    id: `arm-${arm}`,
    cells: [
      name,
      t(`names.${view.who}`),
      String(n.people),
      String(n.cases),
      String(n.answers),
      isClaimable ? formatShare(accuracy, interval) : t("tables.tooFew", { n: n.answers }),
    ],
  };
}

function printModel({ arm }: ArmResults, { points, interval }: ArmModel): PrintedRow {
  const { answered, top1, reason, apart } = points;
  const isFew = answered < minForClaim.cases;
  const told = isFew ? t("tables.tooFew", { n: answered }) : formatShare(top1, interval);
  return {
    id: `arm-${arm}-run-${points.runId}`,
    cells: [
      "",
      formatFullName({ ...points, apart }),
      "",
      String(answered),
      String(answered),
      reason === "by_selection" ? t("reasons.by_selection") : told,
    ],
  };
}

/** One arm less another over the cases that have answers under both; null without arms. */
export function makeArmDifferencesTable(facts: Facts): PrintedTable | null {
  const { rows, view } = facts;
  const { arms } = rows.study.design.assignment;
  if (!arms) return null;
  const { people, models } = getArmDifferences(rows, view);
  const formatArmName = (arm: number) => arms.arms[arm - 1]?.name ?? "";
  const all: { one: ArmDifference; of: string; written: string }[] = [
    ...people.map((one) => ({ one, of: t(`names.${view.who}`), written: view.who })),
    ...models.map((one) => ({ one, of: formatRunNames(one), written: formatRunNames(one) })),
  ];
  const printed = all.map(({ one, of }, at): PrintedRow => ({
    id: `difference-${at}`,
    cells: [
      `${formatArmName(one.first)} − ${formatArmName(one.second)}`,
      of,
      String(one.cases),
      one.reason === null ? formatGap(one.value, one) : t(`tables.arms.reasons.${one.reason}`),
      formatP(one.p),
      formatP(one.holm),
    ],
  }));
  return {
    name: "arm-differences",
    ...headBy(facts, t("tables.arms.differences"), {
      hasModels: models.length > 0,
      notes: [t("tables.arms.method", { unit: arms.unit })],
    }),
    columns: [
      { label: t("tables.arms.pair"), numeric: false },
      { label: t("tables.arms.of"), numeric: false },
      ...(["cases", "difference", "p", "holm"] as const).map((key) => ({
        label: t(`tables.arms.${key}`),
        numeric: true,
      })),
    ],
    groups: [printed.slice(0, people.length), printed.slice(people.length)].filter(
      (group) => group.length > 0,
    ),
    csv: writeNumbers(all, {
      first: ({ one }) => formatArmName(one.first),
      second: ({ one }) => formatArmName(one.second),
      of: ({ written }) => written,
      cases: ({ one }) => one.cases,
      difference: ({ one }) => (one.reason === "too_few" ? null : one.value),
      low: ({ one }) => one.low,
      high: ({ one }) => one.high,
      p: ({ one }) => one.p,
      holm: ({ one }) => one.holm,
      reason: ({ one }) => one.reason,
    }),
  };
}

const formatRunNames = ({ runs: [one, other] }: ModelDifference): string =>
  one.id === other.id ? formatRunName(one) : `${formatRunName(one)} / ${formatRunName(other)}`;
