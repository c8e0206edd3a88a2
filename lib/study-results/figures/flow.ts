import { createTranslator } from "use-intl/core";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { FigureMaker, MadeFigure } from "#lib/study-results/figures.ts";
import { countArrivals } from "#lib/study-results/people/arrivals-queries.ts";
import { computeFlow, type Flow } from "#lib/study-results/people/flow.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "resultsPeople.flow" });

export const makeFlow: FigureMaker = async (rows, { who }) =>
  describeFlow(computeFlow(rows, who, await countArrivals(rows.study.id)));

/** Null where nobody has come. */
export function describeFlow(flow: Flow): MadeFigure | null {
  if (flow.agreed === 0) return null;
  return {
    title: t("title"),
    figure: { kind: "flow", input: drawSteps(flow) },
    csv: [
      ["step", "reason", "people"],
      ...(flow.invited === null ? [] : [["invited", null, flow.invited]]),
      ["agreed", null, flow.agreed],
      ...flow.ways.map(({ way, count }) => ["agreed", way, count]),
      ["not begun", null, flow.notBegun],
      ["began", null, flow.began],
      ["withdrew", null, flow.withdrew],
      ["excluded", null, flow.excluded],
      ...flow.reasons.map(({ reason, count }) => ["excluded", reason, count]),
      ["without a counted answer", null, flow.silent],
      ["analysed", null, flow.counted],
      ["analysed", "unfinished", flow.unfinished],
    ],
  };
}

function drawSteps(flow: Flow): FlowInput {
  const { who, agreed, notBegun, began, withdrew, excluded, silent, counted, unfinished } = flow;
  return {
    steps: [
      {
        id: "agreed",
        title: t("agreed", { who, n: agreed }),
        lines: listWays(flow),
        leaving: { title: t("notBegun", { n: notBegun }), lines: [] },
      },
      {
        id: "began",
        title: t("began", { n: began }),
        lines: [],
        leaving: { title: t("left", { n: withdrew + excluded + silent }), lines: listLeaving(flow) },
      },
      {
        id: "counted",
        title: t("counted", { n: counted }),
        lines: [
          t("answers", { answers: flow.answers, cases: flow.cases }),
          ...(unfinished > 0 ? [t("unfinished", { count: unfinished })] : []),
        ],
      },
    ],
  };
}

const listWays = ({ who, ways, invited }: Flow): string[] =>
  who === "simulated"
    ? []
    : ways.map(({ way, count }) =>
        way === "invitation" && invited !== null
          ? t("invited", { count, invited })
          : t(`ways.${way}`, { count }),
      );

/** One reason each where that is how it is; else how many were excluded comes before their reasons. */
function listLeaving({ withdrew, excluded, reasons, silent }: Flow): string[] {
  const listed = reasons.map(({ reason, count }) => t("reason", { count, reason: t(`reasons.${reason}`) }));
  const isOneEach = reasons.reduce((sum, { count }) => sum + count, 0) === excluded;
  return [
    t("withdrew", { count: withdrew }),
    ...(excluded === 0 ? [t("excluded", { count: 0 })] : []),
    ...(isOneEach ? listed : [t("several", { count: excluded }), ...listed]),
    ...(silent > 0 ? [t("silent", { count: silent })] : []),
  ];
}
