import type { Lineage } from "#lib/benchmarks/lineage/schema.ts";
import { flowOf, funnelWords, type Flow, type Unit } from "#lib/curation/stage-flow.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import { inCount } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";

type Words = ReturnType<typeof funnelWords>;

/** Every stage of a chain, from the first on, with what it did. */
const listStages = (lineage: Lineage, t: Words) =>
  lineage.flatMap(({ benchmark, stages: own }) =>
    own.map((stage, i) => ({ stage, benchmark, isLast: i === own.length - 1, flow: flowOf(stage, t) })),
  );
type FunnelStage = ReturnType<typeof listStages>[number];

/** From the pool, or the first benchmark of a chain, to the last: what each stage took, left and dropped, as the paper's Figure 2. */
export function drawLineage(lineage: Lineage, locale: Locale): FigureWithData {
  const t = funnelWords(locale);
  const stages = listStages(lineage, t);
  const steps: FlowInput["steps"] = [
    { ...beginning(lineage, t), left: null },
    ...stages.map(({ benchmark, isLast, stage, flow }) => ({
      name: isLast ? benchmark.name : t("after", { stage: t(`stages.${stage.stage}`) }),
      left: flow.out,
      about: [],
    })),
  ].map(({ name, left, about }, i) => {
    const next = stages[i];
    const goesOn = next?.flow.into ?? left ?? ([0, "cases"] as const);
    return {
      id: String(i),
      title: name,
      lines: [
        formatCount(left ?? goesOn, t),
        ...about,
        // Cases may have come or gone in between, and a review may have been of some.
        ...(left === null || goesOn[0] === left[0] ? [] : [t("goesOn", { n: inCount(goesOn[0]) })]),
      ],
      ...(next && { leaving: formatDropped(next, t) }),
    };
  });
  return { title: t("title"), figure: { kind: "flow", input: { steps } }, csv: tabulate(stages) };
}

const formatCount = ([count, unit]: readonly [number, Unit], t: Words): string => t(unit, { count });

/** What stands first: a pool with what is in it, or a benchmark. */
function beginning(lineage: Lineage, t: Words): { name: string; about: string[] } {
  const [first] = lineage;
  const [stage] = first?.stages ?? [];
  if (stage?.stage !== "pool") return { name: first?.parent?.name ?? "", about: [] };
  const { works, roles } = stage.counts;
  return { name: t("pool.name"), about: [t("pool.about", { works, roles })] };
}

function formatDropped({ stage, flow: { into, out, why } }: FunnelStage, t: Words) {
  const n = inCount(into[0] - out[0]);
  return { title: t("left", { stage: t(`stages.${stage.stage}`), n }), lines: why };
}

function tabulate(stages: readonly FunnelStage[]): CsvCell[][] {
  const lineOf = (
    head: readonly CsvCell[],
    { what, count, unit, track, run }: Flow["rows"][number],
  ): CsvCell[] => [...head, what, track ?? null, run ?? null, unit, count];
  return [
    ["number", "benchmark", "stage", "what", "track", "run", "unit", "count"],
    ...stages.flatMap(({ benchmark, stage, flow: { into, out, rows } }, i) => {
      const head = [i + 1, benchmark.slug, stage.stage];
      return [
        lineOf(head, { what: "into", count: into[0], unit: into[1] }),
        ...rows.map((row) => lineOf(head, row)),
        lineOf(head, { what: "out", count: out[0], unit: out[1] }),
      ];
    }),
  ];
}

/** The whole figure in a sentence. */
export function formatLineage(lineage: Lineage, locale: Locale): string {
  const t = funnelWords(locale);
  const flows = listStages(lineage, t).map(({ flow }) => flow);
  const [from = 0, unit = "cases"] = flows[0]?.into ?? [];
  return t("sentence", {
    unit,
    from: inCount(from),
    to: inCount(flows.at(-1)?.out[0] ?? 0),
    stages: flows.length,
  });
}
