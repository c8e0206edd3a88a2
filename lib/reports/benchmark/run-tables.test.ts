import { expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";
import published from "#lib/published/figures.json" with { type: "json" };
import { makeRunTables, shotsOf } from "#lib/reports/benchmark/run-tables.ts";
import { chooseCells, columnKeys, readChoice } from "#lib/reports/tables/table-file.ts";
import { renderCsv, type PrintedTable } from "#lib/reports/tables/printed-table.ts";

type Figures = { model: string; top1: number; top2: number; meanRank: number; ece: number; brier: number };

/** A run whose figures are those of a line in print. */
function runOf(id: number, lines: Readonly<Record<string, Figures>>, method = "zero-shot"): RunRow {
  const all = Object.entries(lines);
  const figures = (track: string | null, line: Figures): RunMetrics => ({
    runId: id,
    model: line.model,
    method,
    version: "",
    isDemo: false,
    isFilter: false,
    isFake: false,
    isPeople: false,
    ranAt: null,
    track,
    n: 1000,
    failed: 0,
    missing: 0,
    judged: 0,
    correct: Math.round(line.top1 * 10),
    top1: line.top1 / 100,
    top2: line.top2 / 100,
    meanRank: line.meanRank,
    ece: line.ece / 100,
    brier: line.brier / 100,
    brierPerCase: null,
    f1: null,
    top1Low: line.top1 / 100 - 0.03,
    top1High: line.top1 / 100 + 0.03,
    fair: { top1: null, top2: null, meanRank: null },
  });
  const [, first] = all[0] ?? [];
  if (!first) throw new Error("a run has lines");
  const macro = {
    top1: null,
    top2: null,
    meanRank: null,
    ece: null,
    brier: null,
    f1: null,
    tracks: all.length,
  };
  return {
    run: {
      id,
      model: first.model,
      method,
      version: "",
      notes: "",
      ranAt: null,
      isDemo: false,
      isFilter: false,
      filteredBy: null,
      isFake: false,
      isPeople: false,
      base: "",
      hasReasoning: false,
      replicate: null,
      instructions: "",
      context: "",
      tools: "",
      optionOrder: "",
    },
    pooled: figures(null, lines["all"] ?? first),
    tracks: all.filter(([name]) => name !== "all").map(([name, line]) => figures(name, line)),
    macro,
  };
}

const tableOf = (id: string) =>
  (published.personaeval.tables.find((table) => table.id === `personaeval-table-${id}`)?.rows ??
    []) as (Figures & { shots?: number })[];
const tracks = ["Literary", "Drama", "Expertise"];
const cellsOf = (table: PrintedTable | undefined) => table?.groups.flat().map(({ cells }) => cells) ?? [];
const printed = (line: Figures) => [
  line.top2.toFixed(1),
  line.meanRank.toFixed(2),
  line.ece.toFixed(1),
  line.brier.toFixed(1),
];

test("PersonaEval's Tables 1 to 4 come out as printed, worst first, each with n and its interval", () => {
  const [all, ...own] = ["1", "2", "3", "4"].map(tableOf);
  const runs = (all ?? []).map((line, i) => {
    const find = (rows: Figures[] = []) => rows.find(({ model }) => model === line.model) ?? line;
    return runOf(i + 1, {
      all: line,
      ...Object.fromEntries(tracks.map((track, at) => [track, find(own[at])])),
    });
  });
  const tables = makeRunTables(runs, tracks);
  expect(tables.map(({ name }) => name)).toEqual([
    "models-all",
    "models-track-1",
    "models-track-2",
    "models-track-3",
    "tracks",
  ]);
  for (const [at, rows] of [all ?? [], ...own].entries()) {
    const cells = cellsOf(tables[at]);
    expect(cells).toHaveLength(rows.length);
    // The automatic tables beside have others for the same accuracy.
    const [head = [], ...lines] = tables[at]?.csv ?? [];
    expect(lines.map((line) => line[head.indexOf("top1_interval")])).toEqual(rows.map(() => "wilson"));
    for (const line of rows) {
      const found = cells.find(([name]) => name === `${line.model} (zero-shot)`);
      expect(found?.slice(3)).toEqual(printed(line));
      expect(found?.[2]).toMatch(new RegExp(`^${line.top1.toFixed(1)} \\(.* to .*\\)$`));
    }
    const shares = cells.map(([, , top1 = ""]) => Number.parseFloat(top1));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  }
  // The same cells with the tracks side by side.
  for (const [name, ...cells] of cellsOf(tables[4]))
    expect(cells).toEqual(
      tracks.flatMap((_, at) => {
        const row = cellsOf(tables[at + 1]).find(([model]) => model === name);
        return [row?.[1], row?.[2]];
      }),
    );
});

test("Tables 6 to 8 hold a model's methods together, Table 9 counts its examples", () => {
  const adapted = tableOf("6").map((line, i) => {
    const model = line.model.replace("-character", "");
    return runOf(
      i + 1,
      { Literary: { ...line, model }, Drama: { ...line, model } },
      line.model === model ? "zero-shot" : "fine-tuned",
    );
  });
  const shot = tableOf("9").map((line, i) =>
    runOf(i + 10, { Literary: line, Drama: line }, line.shots ? `few-shot ${line.shots}` : "zero-shot"),
  );
  const tables = makeRunTables([...adapted, ...shot], ["Literary", "Drama"]);
  const methods = tables.find(({ name }) => name === "methods-track-1");
  expect(methods?.groups.map((group) => group.map(({ cells }) => cells[0]))).toEqual([
    ["Doubao-pro (zero-shot)", "Doubao-pro (fine-tuned)"],
    ["Doubao-1.5-pro (zero-shot)", "Doubao-1.5-pro (fine-tuned)"],
  ]);
  const shots = tables.find(({ name }) => name === "shots-track-1");
  expect(cellsOf(shots).map(([model, count, , , ...rest]) => [model, count, ...rest])).toEqual(
    tableOf("9").map((line) => [line.model, String(line.shots), ...printed(line)]),
  );
  const lines = parse(renderCsv(shots!), { columns: true, bom: true }) as Record<string, string>[];
  expect(lines.map(({ shots: count, top1 }) => [Number(count), Number(top1)])).toEqual(
    tableOf("9").map(({ shots: count, top1 }) => [count, top1 / 100]),
  );
});

test.each([
  ["zero-shot", 0],
  ["few-shot 5", 5],
  ["3-shot", 3],
  ["fine-tuned", null],
  ["self-consistency 10", null],
])("%s has %s examples", (method, count) => {
  expect(shotsOf(method)).toBe(count);
});

test("what a run doesn't state is a dash with its reason, and calls that failed are told", () => {
  const run = runOf(1, { A: { model: "m", top1: 50, top2: 0, meanRank: 0, ece: 0, brier: 0 } });
  const pooled = {
    ...run.pooled,
    n: 990,
    failed: 7,
    missing: 3,
    top2: null,
    meanRank: null,
    ece: null,
    brier: null,
  };
  const [table] = makeRunTables([{ ...run, pooled }], ["A"]);
  expect(cellsOf(table)[0]?.slice(1)).toEqual(["990 of 1000", "50.0 (47.0 to 53.0)", "–", "–", "–", "–"]);
  expect(table?.notes.join(" ")).toMatch(/not defined without probabilities.*failed calls/);
  expect(table?.csv[1]?.at(-1)).toBe("choices_only");
});

test("columns and rows are chosen by their own words, and what isn't there is refused", () => {
  const line = { model: "m", top1: 50, top2: 60, meanRank: 1, ece: 1, brier: 1 };
  const [table] = makeRunTables([runOf(1, { A: line }), runOf(2, { A: { ...line, model: "智谱" } })], ["A"]);
  expect(columnKeys(table!).map(({ key }) => key)).toEqual([
    "n",
    "top-1-95-interval",
    "top-2",
    "mean-rank",
    "ece",
    "brier-score",
  ]);
  const choose = (asked: string) => chooseCells(table!, readChoice(new URLSearchParams(asked)).data!);
  const chosen = choose("columns=top-2,brier-score&columns=n&rows=智谱-zero-shot");
  expect(chosen.ok && cellsOf(chosen.value)).toEqual([["智谱 (zero-shot)", "1000", "60.0", "1.0"]]);
  expect(choose("").ok && cellsOf(table)).toHaveLength(2);
  expect([choose("columns=x"), choose("rows=x")]).toMatchObject([
    { error: "unknown_column" },
    { error: "unknown_row" },
  ]);
});
