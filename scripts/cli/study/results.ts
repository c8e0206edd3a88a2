import type { Command } from "commander";
import { asPercent, inPercent, inPointRange, inProbability, inRange } from "#lib/figures/written.ts";
import type { StandingRow } from "#lib/results/measures.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import type { UnrankedReason, StudyRows } from "#lib/study-results/rows/rows.ts";
import { stratumChoices, type View } from "#lib/study-results/schema.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, notShownYet, requireOpened } from "#scripts/cli/study/require.ts";
import { linesOfKind } from "#scripts/cli/study/kinds.ts";

const marks: Readonly<Record<UnrankedReason, string>> = {
  selecting: "selecting model",
  sibling: "sibling of the selecting model",
  filter: "filtered the benchmark",
  fake: "made by a fake server",
  people: "answers of people",
  simulated: "answers of simulated people",
};

type Options = Partial<Record<keyof View, string>> & { by?: string; json?: boolean };

export const addResultOptions = (command: Command): Command =>
  command
    .option("--who <who>", "people or simulated (default: people, unless all are simulated)")
    .option(
      "--kind <kind>",
      "where the study’s cases are of several kinds: which (default: that of its first track)",
    )
    .option("--track <name>", "one track instead of all")
    .option("--stratum <which>", "selected (the default), unsure, control or all")
    .option("--excluded <which>", "without (the default) or with excluded participants")
    .option("--known <which>", "with (the default) or without answers on works the participant knew")
    .option("--reported <which>", "with (the default) or without reported cases")
    .option("--cohort <name>", "one cohort instead of everybody")
    .option(
      "--by <attributes>",
      "where texts or models are judged: what tells origins apart, with commas between them (default: method and model)",
    )
    .option("--json", "print every figure of the overview, unrounded");

export async function showResults(slug: string, { json, by, ...asked }: Options): Promise<void> {
  await withProduct(async (viewer) => {
    const { getRows } = await import("#lib/study-results/rows/rows-queries.ts");
    const { mayShow, readView } = await import("#lib/study-results/schema.ts");
    const { getStandings } = await import("#lib/results/measures.ts");
    const { renderLines } = await import("#lib/results/render/table.ts");
    const { listTables } = await import("#lib/results/tables.ts");
    const { knowsAttributes } = await import("#lib/results/automatic/study-tables.ts");
    const { writeResults } = await import("#lib/results/document.ts");
    const { state } = await requireOpened(viewer, slug);
    const rows = await getRows(viewer, slug, { kind: asked.kind });
    if (!rows) throw noStudy(slug);
    const view = readView(asked, rows);
    // A page passes over what it doesn't know; whoever types a command is told.
    const said = { ...view, kind: rows.kind };
    const unknown = Object.entries(asked).filter(([name, value]) => said[name as keyof View] !== value);
    if (unknown.length > 0) throw new Refusal(...unknown.map(([name, value]) => refuse(name, value, rows)));
    if (!mayShow(rows.study, view.who)) throw notShownYet(slug, state);
    if (by !== undefined && !(await knowsAttributes(rows, view, by)))
      throw new Refusal(`--by ${by}: names no attributes of cases`);
    const { formatSelection } = await import("#lib/study-results/overview/selection-words.ts");
    const results = await writeResults(rows, view, { by });
    if (json) return report(true, results, []);
    const own = linesOfKind(results, nameOfPeople(view.who));
    // Where nothing is right or wrong it stands alone.
    const isAlone = own.length > 0 && results.people.n.answers === 0;
    report(false, null, [
      ...headOf(rows, view, formatSelection(results.selectors, "en", view.stratum)),
      ...(isAlone ? [] : linesOf(results, getStandings(rows, view).rows)),
      ...own,
      ...listTables(rows, view).flatMap(({ spec, table }) => renderLines(spec, table, view.who)),
    ]);
  });
}

function refuse(name: string, value: string, { tracks, cohorts, kinds }: StudyRows): string {
  const known: Record<string, readonly string[]> = {
    who: ["people", "simulated"],
    stratum: stratumChoices,
    kind: kinds,
    track: tracks.map((track) => track.name),
    cohort: cohorts,
  };
  const allowed = known[name] ?? ["with", "without"];
  return `--${name} ${value}: ${allowed.length > 0 ? `must be one of ${allowed.join(", ")}` : "there are none"}`;
}

function headOf({ study }: StudyRows, view: View, selected: string | null): string[] {
  const parts = Object.entries(view).flatMap(([name, value]) => (value === null ? [] : `${name} ${value}`));
  return [
    `${study.title} (${study.slug}), ${study.state}: ${parts.join(", ")}`,
    ...(selected === null ? [] : [`figures are ${selected}`]),
    ...(view.who === "simulated" ? ["these answers are simulated"] : []),
  ];
}

/** Rounded for the eye; --json has every digit. */
const percent = (share: number | null): string => (share === null ? "–" : asPercent(share));

type Range = { low: number | null; high: number | null } | null;
const inEnglish = (low: number, high: number): string =>
  inPointRange(low, high, (ends) => `${ends.low} to ${ends.high}`);

const between = (range: Range | undefined, write = inRange): string =>
  range && range.low !== null && range.high !== null ? write(range.low, range.high) : "";

const bySelection = { wrong: "0 by selection", right: "100 by selection", partly: "by selection" } as const;

const nameOfPeople = (who: View["who"]): string => (who === "simulated" ? "simulated people" : "people");

function linesOf(
  { comparator, models, benchmark, method, isInterim, view: { who } }: ResultsDocument,
  standings: readonly StandingRow[],
): string[] {
  const name = nameOfPeople(who);
  const table = standings.map((row) => formatRow(row, name));
  const width = Math.max(...table.map(([label = ""]) => label.length));
  return [
    ...table.map(
      ([label = "", value = "", range = "", of = ""]) =>
        `${label.padEnd(width)}  ${value.padStart(14)}  ${range.padEnd(11)}  ${of}`,
    ),
    ...(standings[0]?.cells.top1?.reason === "too_few"
      ? ["too few answers, people or cases for a conclusion"]
      : []),
    ...formatComparator(comparator, models, name),
    ...formatBenchmark(benchmark, name),
    ...(method.everyLook
      ? [
          isInterim
            ? "the study is still running: intervals hold at every look, and nothing is tested yet"
            : "results could be seen and the study did not end as planned: intervals and tests hold at every look",
        ]
      : []),
    "ranges are 95% intervals; --json has every difference and test",
  ];
}

function formatRow({ subject, cells, foreseen }: StandingRow, name: string): string[] {
  const { n, people, cases, ties, failed, missing, top1 } = cells;
  const isFew = top1?.reason === "too_few" && n?.value !== 0;
  const share = foreseen ? bySelection[foreseen] : isFew ? "too few" : percent(top1?.value ?? null);
  switch (subject.kind) {
    case "people":
      return [
        name,
        share,
        between(top1),
        `${n?.value} answers of ${people?.value} ${name} to ${cases?.value} cases`,
      ];
    case "consensus":
      return ["consensus", share, between(top1), `${n?.value} cases, ${ties?.value} ties`];
    case "chance":
      return ["guessing", share, "", `${cases?.value} cases`];
    case "run": {
      const mark = subject.run.apart ? `, ${marks[subject.run.apart]}: not ranked` : "";
      const of = `${n?.value} cases, ${failed?.value} failed, ${missing?.value} without a row${mark}`;
      return [nameOf(subject.run), share, between(top1), of];
    }
  }
}

const nameOf = ({ model, method, version }: Record<"model" | "method" | "version", string>): string =>
  [model, method, version].filter((part) => part !== "").join(", ");

const concluded = {
  people_ahead: "people are ahead",
  model_ahead: "the model is ahead",
  equivalent: "equivalent within the margin of the plan",
  no_difference: "no difference found",
  left_out: "no conclusion: it would depend on the cases the model left unanswered",
  open: "not decided while the study is running",
  too_few: "too few answers to tell who is ahead",
} as const;

function formatBenchmark(benchmark: ResultsDocument["benchmark"], name: string): string[] {
  if (!benchmark?.people?.isClaimable) return [];
  const { accuracy, interval } = benchmark.people;
  return [
    `${name} over the whole benchmark of ${benchmark.cases} cases: ${percent(accuracy)} (${between(interval)})`,
  ];
}

const weaknesses = {
  only_candidate: "the comparator was the only candidate",
  guesses: "the comparator is not shown to do better than guessing",
} as const;

type Disagreement = NonNullable<ResultsDocument["comparator"]>["disagreement"];

function formatDisagreement(found: Disagreement, name: string): string[] {
  if (!found) return [];
  const list = (leads: typeof found.people) =>
    leads.map(({ track, points }) => `${track} (by ${inPercent(points)} points)`).join(", ");
  return [
    `tracks point in opposite directions: ${name} ahead in ${list(found.people)}; the model in ${list(found.model)}`,
  ];
}

function formatComparator(
  comparator: ResultsDocument["comparator"],
  models: ResultsDocument["models"],
  name: string,
): string[] {
  const compared = models.find(({ runId }) => runId === comparator?.runId);
  if (!comparator || !compared) return ["the plan names no comparator"];
  const { value, sides, interval, p } = compared.peopleLessModel;
  const difference =
    comparator.outcome === "too_few" || value === null || sides === null
      ? ""
      : `${percent(sides.people.value)} − ${percent(sides.model.value)}: ${inPercent(value)} points (${between(interval, inEnglish)}${p === null ? "" : `, ${inProbability(p)}`}), `;
  return [
    ...formatDisagreement(comparator.disagreement, name),
    `${name} − ${nameOf(compared)}, as planned, cases weighted by people's answers: ${difference}${concluded[comparator.outcome]}`,
    ...(comparator.weakness ? [weaknesses[comparator.weakness]] : []),
  ];
}
