import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { countArrivals } from "#lib/study-results/people/arrivals-queries.ts";
import { computeFlow, type Flow } from "#lib/study-results/people/flow.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPeople.flow");
type Words = ReturnType<typeof wordsOf>;

export const makeFlow: FigureMaker = async (rows, { who }, _asked, locale) =>
  drawFlow(computeFlow(rows, who, await countArrivals(rows.study.id)), locale);

/** Null where nobody has come. */
export function drawFlow(flow: Flow, locale: Locale): FigureWithData | null {
  if (flow.agreed === 0) return null;
  const t = wordsOf(locale);
  return {
    title: t("title"),
    figure: { kind: "flow", input: drawSteps(t, flow) },
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

function drawSteps(t: Words, flow: Flow): FlowInput {
  const { who, agreed, notBegun, began, withdrew, excluded, silent, counted, unfinished } = flow;
  return {
    steps: [
      {
        id: "agreed",
        title: t("agreed", { who, n: agreed }),
        lines: listWays(t, flow),
        leaving: { title: t("notBegun", { n: notBegun }), lines: [] },
      },
      {
        id: "began",
        title: t("began", { n: began }),
        lines: [],
        leaving: { title: t("left", { n: withdrew + excluded + silent }), lines: listLeaving(t, flow) },
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

const listWays = (t: Words, { who, ways, invited }: Flow): string[] =>
  who === "simulated"
    ? []
    : ways.map(({ way, count }) =>
        way === "invitation" && invited !== null
          ? t("invited", { count, invited })
          : t(`ways.${way}`, { count }),
      );

/** One reason each where that is how it is; else how many were excluded comes before their reasons. */
function listLeaving(t: Words, { withdrew, excluded, reasons, silent }: Flow): string[] {
  const listed = reasons.map(({ reason, count }) => t("reason", { count, reason: t(`reasons.${reason}`) }));
  const isOneEach = reasons.reduce((sum, { count }) => sum + count, 0) === excluded;
  return [
    t("withdrew", { count: withdrew }),
    ...(excluded === 0 ? [t("excluded", { count: 0 })] : []),
    ...(isOneEach ? listed : [t("several", { count: excluded }), ...listed]),
    ...(silent > 0 ? [t("silent", { count: silent })] : []),
  ];
}
