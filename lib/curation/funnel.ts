import { dropReasons, oddities } from "#lib/benchmarks/lineage/pool-schema.ts";
import type {
  Lineage,
  ConfidenceStage,
  DistractorsStage,
  LengthStage,
  LineageStage,
  PoolStage,
  ReviewStage,
} from "#lib/benchmarks/lineage/schema.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { inCount } from "#lib/figures/written.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { runLabel } from "#lib/studies/run-names.ts";

/** Every stage of a chain, from the first on, with what it did. */
const listStages = (lineage: Lineage, t: Words) =>
  lineage.flatMap(({ benchmark, stages: own }) =>
    own.map((stage, i) => ({ stage, benchmark, isLast: i === own.length - 1, flow: flowOf(stage, t) })),
  );

/** From the pool, or the first benchmark of a chain, to the last: what each stage took, left and dropped, as the paper's Figure 2. */
export function drawLineage(lineage: Lineage, locale: Locale): FigureWithData {
  const t = funnelWords(locale);
  const stages = listStages(lineage, t);
  const [first] = lineage;
  const [pool] = first?.stages ?? [];
  // What stands first: a pool with what is in it, or a benchmark.
  const beginning =
    pool?.stage === "pool"
      ? {
          name: t("pool.name"),
          about: [t("pool.about", { works: pool.counts.works, roles: pool.counts.roles })],
        }
      : { name: first?.parent?.name ?? "", about: [] };
  const steps: FlowInput["steps"] = [
    { ...beginning, left: null },
    ...stages.map(({ benchmark, isLast, stage, flow }) => ({
      name: isLast ? benchmark.name : t("after", { stage: t(`stages.${stage.stage}`) }),
      left: flow.out,
      about: [],
    })),
  ].map(({ name, left, about }, i) => {
    const next = stages[i];
    const goesOn = next?.flow.into ?? left ?? ([0, "cases"] as const);
    const [count, unit] = left ?? goesOn;
    return {
      id: String(i),
      title: name,
      lines: [
        t(unit, { count }),
        ...about,
        // Cases may have come or gone in between, and a review may have been of some.
        ...(left === null || goesOn[0] === left[0] ? [] : [t("goesOn", { n: inCount(goesOn[0]) })]),
      ],
      ...(next && {
        leaving: {
          title: t("left", {
            stage: t(`stages.${next.stage.stage}`),
            n: inCount(next.flow.into[0] - next.flow.out[0]),
          }),
          lines: next.flow.why,
        },
      }),
    };
  });
  return { title: t("title"), figure: { kind: "flow", input: { steps } }, csv: tabulate(stages) };
}

function tabulate(stages: ReturnType<typeof listStages>): CsvCell[][] {
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

export const funnelWords = (locale: Locale) => wordsIn(locale, "curation.funnel");
type Words = ReturnType<typeof funnelWords>;

/** What a stage counts: what comes out of a pool is an exchange until it has its distractors. */
export type Unit = "exchanges" | "cases";

/** How many went into a stage and came out, and why the others didn't: in words, and as lines of a table. */
export type Flow = {
  into: readonly [count: number, unit: Unit];
  out: readonly [count: number, unit: Unit];
  why: readonly string[];
  rows: readonly { what: string; count: number; unit: Unit; track?: string; run?: string }[];
};

export function flowOf(stage: LineageStage, t: Words): Flow {
  switch (stage.stage) {
    case "pool":
    case "length":
      return ofExchanges(stage, t);
    case "distractors":
      return ofDistractors(stage, t);
    case "confidence":
      return ofConfidence(stage, t);
    case "review":
      return ofReview(stage, t);
  }
}

const reasonsInTable = {
  no_profile: "the last speaker has no profile",
  too_short: "too few tokens",
  too_few_roles: "too few other roles",
} as const;
const odditiesInTable = {
  same_person: "with an option that may be somebody there under another name",
  first_speaker: "with somebody who spoke before among the options",
} as const;

/** What went out, by reason. */
function listReasons({ counts: { reasons } }: PoolStage | LengthStage | DistractorsStage) {
  return dropReasons.flatMap((reason) => {
    const count = reasons[reason] ?? 0;
    return count > 0 ? [{ what: reasonsInTable[reason], count, unit: "exchanges" as const }] : [];
  });
}

function ofExchanges(stage: PoolStage | LengthStage, t: Words): Flow {
  const { into, out } = stage.counts;
  const rule =
    stage.stage === "pool"
      ? t("pool.rule")
      : t("length.rule", { ...stage.settings, fewest: inCount(stage.settings.fewestTokens) });
  return {
    into: [into, "exchanges"],
    out: [out, "exchanges"],
    why: [rule],
    rows: listReasons(stage),
  };
}

function ofDistractors(stage: DistractorsStage, t: Words): Flow {
  const { settings, counts, models } = stage;
  const { way, among, distractors } = settings;
  const { odd, replaced } = counts;
  return {
    into: [counts.into, "exchanges"],
    out: [counts.out, "cases"],
    why: [
      t("distractors.rule", { way, among, count: distractors }),
      ...models.map(({ model, isFake }) => t("distractors.model", { model, fake: isFake ? "yes" : "no" })),
      ...listReasons(stage).map(({ count }) => t("distractors.too_few_roles", { n: inCount(count) })),
      ...(replaced > 0 ? [t("distractors.replaced", { n: inCount(replaced) })] : []),
      ...oddities
        .filter((oddity) => odd[oddity] > 0)
        .map((oddity) => t(`distractors.${oddity}`, { n: inCount(odd[oddity]) })),
    ],
    rows: [
      ...listReasons(stage),
      { what: "in which somebody odd was replaced by the next", count: replaced, unit: "cases" },
      ...oddities.map((oddity) => ({
        what: odditiesInTable[oddity],
        count: odd[oddity],
        unit: "cases" as const,
      })),
    ],
  };
}

function ofReview({ counts }: ReviewStage, t: Words): Flow {
  const { items, decided, accepted, acceptedInBatches } = counts;
  const left = [
    ["undecided", items - decided],
    ["unaccepted", decided - accepted],
    ["outside", accepted - acceptedInBatches],
  ] as const;
  return {
    into: [items, "cases"],
    out: [acceptedInBatches, "cases"],
    why: left.flatMap(([what, count]) => (count > 0 ? t(`review.${what}`, { n: inCount(count) }) : [])),
    rows: left.map(([what, count]) => ({ what, count, unit: "cases" })),
  };
}

function ofConfidence({ settings, counts, models }: ConfidenceStage, t: Words): Flow {
  const { threshold, ...how } = settings;
  const lost = counts.tracks.filter(({ dropped }) => dropped > 0);
  return {
    into: [counts.cases, "cases"],
    out: [counts.kept, "cases"],
    why: [
      t("confidence.rule", { ...how, threshold: String(threshold) }),
      ...(lost.length > 1 ? lost.map(({ track, dropped }) => `${track}: ${inCount(dropped)}`) : []),
      ...models.map((run) => t("confidence.alone", { run: runLabel(run), n: inCount(run.dropped) })),
    ],
    rows: [
      ...counts.tracks.map(({ track, dropped }) => ({
        what: "dropped",
        track,
        count: dropped,
        unit: "cases" as const,
      })),
      ...models.map((run) => ({
        what: "dropped by this run by itself",
        run: runLabel(run),
        count: run.dropped,
        unit: "cases" as const,
      })),
    ],
  };
}
