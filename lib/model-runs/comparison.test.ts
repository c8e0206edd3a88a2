import { expect, test } from "vitest";
import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { pairedDifference } from "#lib/metrics/tests/paired-difference.ts";
import { chooseRuns, compareRuns, groupReplicates, sortRuns } from "#lib/model-runs/comparison.ts";
import { drawDifferences, drawRuns } from "#lib/model-runs/run-panels.ts";
import { computeRunMetrics, type SummedTrack } from "#lib/model-runs/run-metrics.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { makeRunTables } from "#lib/reports/benchmark/run-tables.ts";

const tracks = [
  { trackId: 1, track: "Literary", cases: 40 },
  { trackId: 2, track: "Drama", cases: 10 },
];
const nothing = {
  n: 0,
  scoredCorrect: 0,
  topTwo: 0,
  rankSum: 0,
  rankCount: 0,
  confidenceSum: 0,
  squaredErrorSum: 0,
  pairCount: 0,
  fairTopOneSum: 0,
  fairTopTwoSum: 0,
  fairRankSum: 0,
  bin: null,
  failed: 0,
};
const run = (id: number, model: string, right: readonly number[]) =>
  computeRunMetrics(
    {
      id,
      model,
      method: "zero-shot",
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
    right.map((correct, i): SummedTrack => {
      const cases = tracks[i]?.cases ?? 0;
      return { ...nothing, runId: id, trackId: i + 1, rows: cases, answered: cases, correct };
    }),
    tracks,
  );
const rows = [run(5, "weak", [10, 2]), run(3, "strong", [30, 6]), run(4, "idle", [])];
const names = tracks.map(({ track }) => track);

test("the best stands first, who answered nothing last", () => {
  expect(sortRuns(rows).map(({ run: { model } }) => model)).toEqual(["strong", "weak", "idle"]);
  const { figure } = drawRuns(rows, names, { locale: "en" });
  expect(figure.input.panels.map(({ label }) => label)).toEqual(["All cases", "Literary", "Drama"]);
  expect(
    figure.input.rows.map(({ cells }) =>
      cells.map((cell) => (cell && "value" in cell ? cell.value : undefined)),
    ),
  ).toEqual([
    [36 / 50, 30 / 40, 6 / 10],
    [12 / 50, 10 / 40, 2 / 10],
    [undefined, undefined, undefined],
  ]);
});

test("guessing is a line on each track, and on all where it is the same; people who answered are a band", () => {
  const crowd = run(7, "crowd", [38, 9]);
  const all = [...rows, { ...crowd, run: { ...crowd.run, isPeople: true } }];
  const draw = (guessing: Record<string, number>) =>
    drawRuns(all, names, { locale: "en", guessing: new Map(Object.entries(guessing)) }).figure.input;
  const { panels, rows: drawn } = draw({ Literary: 0.25, Drama: 0.2 });
  expect(panels.map(({ at }) => at)).toEqual([undefined, 0.25, 0.2]);
  expect(panels.map(({ band }) => band?.value)).toEqual([47 / 50, 38 / 40, 9 / 10]);
  expect(drawn.filter(({ kind }) => kind === "people").map(({ id }) => id)).toEqual(["7"]);
  expect(draw({ Literary: 0.25, Drama: 0.25 }).panels.map(({ at }) => at)).toEqual([0.25, 0.25, 0.25]);
});

test("what a fake server made stands last, marked, and in no table of a paper", () => {
  const puppet = run(6, "puppet", [40, 10]);
  const all = [{ ...puppet, run: { ...puppet.run, isFake: true } }, ...rows];
  expect(sortRuns(all).map(({ run: { model } }) => model)).toEqual(["strong", "weak", "idle", "puppet"]);
  const { figure } = drawRuns(all, names, { locale: "en" });
  expect(figure.input.rows.at(-1)?.label).toBe("puppet (made up)");
  const paired = { track: "Literary", both: 1, onlyFirst: 9, onlySecond: 0, neither: 0 };
  const counted = [
    { ...paired, first: 3, second: 5 },
    { ...paired, first: 3, second: 6 },
  ];
  const tested = compareRuns(all, names, counted).filter(({ pooled }) => pooled !== null);
  const { p } = mcnemarExact(9, 0);
  expect(tested.map(({ second, pooled, holm }) => [second.run.model, pooled?.p, holm])).toEqual([
    ["weak", p, p],
    ["puppet", null, null],
  ]);
  const [table] = makeRunTables(all, names);
  expect(table?.csv).toHaveLength(1 + rows.length);
});

test("a difference is the better less the other, on the cases that both answered", () => {
  const counted = [
    // As the database counts them: the run with the smaller number first.
    { first: 3, second: 5, track: "Literary", both: 8, onlyFirst: 22, onlySecond: 2, neither: 8 },
    { first: 3, second: 5, track: "Drama", both: 2, onlyFirst: 4, onlySecond: 0, neither: 4 },
  ];
  const pairs = compareRuns(rows, names, counted);
  expect(pairs.map(({ first, second }) => [first.run.model, second.run.model])).toEqual([
    ["strong", "weak"],
    ["strong", "idle"],
    ["weak", "idle"],
  ]);
  const [pair] = pairs;
  const all = pairedDifference({ both: 10, onlyFirst: 26, onlySecond: 2, neither: 12 });
  expect(pair?.pooled).toEqual({
    n: 50,
    value: all.difference,
    low: all.low,
    high: all.high,
    p: mcnemarExact(26, 2).p,
  });
  // One test alone: nothing to adjust for.
  expect(pairs.map(({ holm }) => holm)).toEqual([mcnemarExact(26, 2).p, null, null]);
  expect(pair?.tracks[1]?.value).toBe(0.4);
  expect(pairs[1]?.pooled).toBeNull();
  const turned = counted.map((one) => ({
    ...one,
    first: 5,
    second: 3,
    onlyFirst: one.onlySecond,
    onlySecond: one.onlyFirst,
  }));
  expect(compareRuns(rows, names, turned)).toEqual(pairs);
  const { figure, csv } = drawDifferences(pairs, rows, names, "en");
  expect(figure.input.rows[0]?.label).toBe("strong − weak");
  expect(csv).toHaveLength(1 + pairs.length * 3);
});

test("an address names runs by their numbers, each once and six at most", () => {
  const many = Array.from({ length: 9 }, (_, i) => run(i + 1, `m${i}`, [1, 1]));
  const chosen = (asked: unknown) => chooseRuns(many, asked).map((row) => row.run.id);
  expect(chosen(["2", "2", "x", "99", "1"])).toEqual([2, 1]);
  expect(chosen("3")).toEqual([3]);
  expect(chosen(undefined)).toEqual([]);
  expect(chosen(many.map((row) => String(row.run.id)))).toHaveLength(6);
});

const row = (id: number, model: string, replicate: number | null, more: Partial<RunRow["run"]> = {}) =>
  ({ run: { id, model, method: "zero-shot", isFake: false, isPeople: false, replicate, ...more } }) as RunRow;
const told = (rows: readonly RunRow[]) =>
  groupReplicates(rows).map((group) => [group.model, group.rows.map(({ run }) => run.id), group.doubled]);

test("runs of one model and method are put together in their order; those without a number, of another method or made up apart", () => {
  const rows = [
    row(1, "b", 2),
    row(2, "a", null),
    row(3, "a", 1),
    row(4, "b", 1),
    row(5, "b", 3, { method: "few-shot 3" }),
    row(6, "b", 1, { isFake: true }),
  ];
  expect(told(rows)).toEqual([
    ["b", [4, 1], null],
    ["a", [3], null],
    ["b", [5], null],
    ["b", [6], null],
  ]);
});

test("a number that stands twice is named", () => {
  expect(told([row(1, "a", 2), row(2, "a", 1), row(3, "a", 2)])).toEqual([["a", [2, 1, 3], 2]]);
});
