import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatRunName, t, formatGap, formatShare } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type BenchmarkResults = NonNullable<ResultsDocument["benchmark"]>;
type People = NonNullable<BenchmarkResults["people"]>;

const columns = ["n", "right", "withMissing", "less"] as const;

/** People over the whole benchmark, weighted back, and every model on all of its cases; none where it can't be told. */
export function makeBenchmarkTable(facts: Facts): PrintedTable | null {
  const { benchmark } = facts.results;
  if (!benchmark?.people?.isClaimable) return null;
  const { people } = benchmark;
  const { who } = facts.view;
  return {
    name: "benchmark",
    caption: formatCaption(facts, t("tables.benchmark.caption", { cases: benchmark.cases, who }), "rest"),
    notes: [t("tables.benchmark.made", { who, ...people.n })],
    columns: [
      { label: t("tables.benchmark.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.benchmark.${key}`, { who }), numeric: true })),
    ],
    groups: [[renderPeopleRow(facts, people)], benchmark.models.map(renderModelRow)],
    csv: writeNumbers(facts, benchmark, people),
  };
}

function renderPeopleRow({ view }: Facts, { n, accuracy, withMissing, interval }: People): PrintedRow {
  return {
    id: "people",
    about: { page: "people", view },
    cells: [
      t(`names.${view.who}`),
      String(n.answers),
      formatShare(accuracy, interval),
      withMissing.missing === 0 ? "" : formatShare(withMissing.wrong),
      "",
    ],
  };
}

function renderModelRow(model: BenchmarkResults["models"][number]): PrintedRow {
  const { runId, apart, answered, cases, top1, withMissing, peopleLessModel: less } = model;
  const name = formatRunName(model);
  return {
    id: `run-${runId}`,
    about: { run: runId },
    cells: [
      apart === null ? name : t("tables.results.apart", { name, apart }),
      `${answered}/${cases}`,
      formatShare(top1),
      withMissing.missing === 0 ? "" : formatShare(withMissing.wrong),
      less ? formatGap(less.value, less) : "–",
    ],
  };
}

function writeNumbers(
  { view }: Facts,
  { cells, models, cases }: BenchmarkResults,
  people: People,
): PrintedTable["csv"] {
  const { accuracy, interval, withMissing, n } = people;
  const names = ["name", "method", "version", "track", "stratum"];
  const counts = ["cases", "served", "n", "failed", "missing", "right"];
  const shares = ["share", "low", "high", "interval", "share_missing_wrong", "share_missing_right"];
  const differences = ["people_less_model", "people_less_model_low", "people_less_model_high"];
  return [
    ["answers_of", "kind", ...names, ...counts, ...shares, ...differences],
    [
      view.who,
      "people",
      "",
      "",
      "",
      "",
      "",
      cases,
      n.cases,
      n.answers,
      "",
      withMissing.missing,
      "",
      accuracy,
      interval.low,
      interval.high,
      interval.method,
      withMissing.wrong,
      withMissing.right,
      "",
      "",
      "",
    ],
    ...cells.map((cell) => [
      view.who,
      "cell",
      "",
      "",
      "",
      cell.track,
      cell.stratum,
      cell.cases,
      cell.served,
      cell.answers,
      "",
      cell.missing,
      cell.right,
      cell.answers === 0 ? null : cell.right / cell.answers,
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
    ]),
    ...models.map(({ withMissing: lacking, peopleLessModel: less, ...model }) => [
      view.who,
      "model",
      model.model,
      model.method,
      model.version,
      "",
      "",
      model.cases,
      "",
      model.answered,
      model.failed,
      model.missing,
      model.right,
      model.top1,
      "",
      "",
      "",
      lacking.wrong,
      lacking.right,
      less?.value,
      less?.low,
      less?.high,
    ]),
  ];
}
