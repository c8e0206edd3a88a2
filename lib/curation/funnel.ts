import type { ConfidenceStage, Lineage, LineageStage, ReviewStage } from "#lib/benchmarks/lineage/schema.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import { inCount } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { MadeFigure } from "#lib/study-results/figures.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "curation.funnel");
type Words = ReturnType<typeof wordsOf>;

/** How many cases went into a stage and came out, and why the others didn't: in words, and as lines of a table. */
type Flow = {
  into: number;
  out: number;
  why: readonly string[];
  rows: readonly (readonly [what: string, track: string | null, run: string | null, cases: number])[];
};

function flowOf(stage: LineageStage, t: Words): Flow {
  return stage.stage === "review" ? ofReview(stage, t) : ofConfidence(stage, t);
}

function ofReview({ counts }: ReviewStage, t: Words): Flow {
  const { items, decided, accepted, acceptedInBatches } = counts;
  const left = [
    ["undecided", items - decided],
    ["unaccepted", decided - accepted],
    ["outside", accepted - acceptedInBatches],
  ] as const;
  return {
    ...{ into: items, out: acceptedInBatches },
    why: left.flatMap(([what, count]) => (count > 0 ? t(`review.${what}`, { n: inCount(count) }) : [])),
    rows: left.map(([what, count]) => [what, null, null, count]),
  };
}

const nameRun = ({ model, method, version }: ConfidenceStage["models"][number]) =>
  [model, method, version].filter(Boolean).join(" · ");

function ofConfidence({ settings, counts, models }: ConfidenceStage, t: Words): Flow {
  const { threshold, ...how } = settings;
  const lost = counts.tracks.filter(({ dropped }) => dropped > 0);
  return {
    ...{ into: counts.cases, out: counts.kept },
    why: [
      t("confidence.rule", { ...how, threshold: String(threshold) }),
      ...(lost.length > 1 ? lost.map(({ track, dropped }) => `${track}: ${inCount(dropped)}`) : []),
      ...models.map((run) => t("confidence.alone", { run: nameRun(run), n: inCount(run.dropped) })),
    ],
    rows: [
      ...counts.tracks.map(({ track, dropped }) => ["dropped", track, null, dropped] as const),
      ...models.map((run) => ["dropped by this run by itself", null, nameRun(run), run.dropped] as const),
    ],
  };
}

/** From the first benchmark of a chain to the last: how many cases each stage took, left and dropped, as the paper's Figure 2. */
export function drawLineage(lineage: Lineage, locale: Locale): MadeFigure {
  const t = wordsOf(locale);
  const stages = lineage.flatMap(({ benchmark, stages: own }) =>
    own.map((stage, i) => ({ stage, benchmark, isLast: i === own.length - 1, flow: flowOf(stage, t) })),
  );
  const steps: FlowInput["steps"] = [
    { name: lineage[0]?.parent.name ?? "", left: null },
    ...stages.map(({ benchmark, isLast, stage, flow }) => ({
      name: isLast ? benchmark.name : t("after", { stage: t(`stages.${stage.stage}`) }),
      left: flow.out,
    })),
  ].map(({ name, left }, i) => {
    const next = stages[i];
    const goesOn = next?.flow.into ?? left ?? 0;
    return {
      ...{ id: String(i), title: name },
      lines: [
        t("cases", { count: left ?? goesOn }),
        // Cases may have come or gone in between, and a review may have been of some.
        ...(left === null || goesOn === left ? [] : [t("goesOn", { n: inCount(goesOn) })]),
      ],
      ...(next && {
        leaving: {
          title: t("left", {
            stage: t(`stages.${next.stage.stage}`),
            n: inCount(next.flow.into - next.flow.out),
          }),
          lines: next.flow.why,
        },
      }),
    };
  });
  return {
    title: t("title"),
    figure: { kind: "flow", input: { steps } },
    csv: [
      ["number", "benchmark", "stage", "what", "track", "run", "cases"],
      ...stages.flatMap(({ benchmark, stage, flow }, i) => {
        const head: CsvCell[] = [i + 1, benchmark.slug, stage.stage];
        return [
          [...head, "into", null, null, flow.into],
          ...flow.rows.map((row) => [...head, ...row]),
          [...head, "out", null, null, flow.out],
        ];
      }),
    ],
  };
}

/** The whole figure in a sentence. */
export function tellLineage(lineage: Lineage, locale: Locale): string {
  const t = wordsOf(locale);
  const flows = lineage.flatMap(({ stages }) => stages.map((stage) => flowOf(stage, t)));
  const [first, last] = [flows[0], flows.at(-1)];
  return t("sentence", {
    ...{ from: inCount(first?.into ?? 0), to: inCount(last?.out ?? 0), stages: flows.length },
  });
}
