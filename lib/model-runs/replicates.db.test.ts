import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { exportPredictionLines } from "#lib/model-runs/export-predictions.ts";
import { exportedColumns, exportedRows } from "#lib/model-runs/exported.ts";
import { editRun } from "#lib/model-runs/mutations.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(2);
const trial = await useTrialBenchmark({ cases });
let keys: string[] = [];
beforeEach(async () => {
  const select = { key: true };
  const where = { track: { benchmarkId: trial.id() } };
  keys = (await db.case.findMany({ where, select, orderBy: { position: "asc" } })).map(({ key }) => key);
});

/** A line for each case, each with what is said of it. */
const linesOf = (...said: object[]) =>
  said
    .map((more, at) => JSON.stringify({ model: "m", case: keys[at], choice: optionNames[0], ...more }))
    .join("\n");
const bring = (lines: string, how: object = {}) =>
  trial.importResults(lines, { model: null, track: null, ...how });
const listReplicates = async () =>
  (await listRuns(trial.viewer, trial.id())).map(({ run }) => [run.version, run.replicate]);

describe("predictions that say which replicate they are", () => {
  test("are told everywhere, and come back as they went", async () => {
    await bring(linesOf({ replicate: 2, version: "b" }, { replicate: 2, version: "b" }));
    await bring(linesOf({}, {}));
    expect(await listReplicates()).toEqual([
      ["", null],
      ["b", 2],
    ]);
    const [, row = expect.fail()] = await listRuns(trial.viewer, trial.id());
    const column = exportedColumns.indexOf("replicate");
    expect(exportedRows(row).map((cells) => [cells.length, cells[column]])).toEqual(
      [0, 1, 2].map(() => [exportedColumns.length, 2]),
    );
    const exported = (await Array.fromAsync(exportPredictionLines(trial.viewer, trial.id()))).join("");
    expect(exported.split("\n").filter((line) => line.includes('"replicate":2'))).toHaveLength(2);
    expect((await bring(exported)).runs.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
    await db.modelRun.deleteMany({ where: { benchmarkId: trial.id() } });
    await bring(exported);
    expect(await listReplicates()).toEqual([
      ["", null],
      ["b", 2],
    ]);
    const again = (await Array.fromAsync(exportPredictionLines(trial.viewer, trial.id()))).join("");
    expect(again.split("\n").sort()).toEqual(exported.split("\n").sort());
  });

  test.each([
    [0, /count from 1/],
    [-1, /count from 1/],
    [1.5, /whole number/],
    ["2", /without quotes/],
    [32_768, /at most 32767/],
    [true, /without quotes/],
  ])("%j is refused, with its line", async (replicate, problem) => {
    const { stored, problems } = await bring(linesOf({ replicate: 1 }, { replicate }));
    expect(stored).toBe(false);
    expect(problems).toMatchObject([{ line: 2, column: "replicate", found: JSON.stringify(replicate) }]);
    expect(problems[0]?.problem).toMatch(problem);
    expect(await listReplicates()).toEqual([]);
  });

  test("contradict themselves where one run is two replicates, or one on some lines alone", async () => {
    for (const [first, second, said] of [
      [{ replicate: 1 }, { replicate: 2 }, /say replicate 1:/],
      [{ replicate: 1 }, {}, /say replicate 1:/],
      [{}, { replicate: 2 }, /name no replicate:/],
    ] as const) {
      const { stored, problems } = await bring(linesOf(first, second));
      expect([stored, problems.map(({ line, column }) => [line, column])]).toEqual([
        false,
        [[2, "replicate"]],
      ]);
      expect(problems[0]?.problem).toMatch(said);
    }
    const apart = await bring(linesOf({ replicate: 1 }, { replicate: 2, version: "b" }));
    expect(apart).toMatchObject({ stored: true, runs: [{ replicate: 1 }, { replicate: 2 }] });
  });
});

describe("files that don’t say it", () => {
  const file = resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]);

  test("are what their admin says; the same answers as another replicate are a change, without a word they are none", async () => {
    expect((await trial.importResults(file, { replicate: 3 })).found).toMatchObject({
      outcome: "added",
      replicate: 3,
    });
    expect((await trial.importResults(file)).found).toMatchObject({ outcome: "unchanged", replicate: 3 });
    expect((await trial.importResults(file, { replicate: 4 })).found).toMatchObject({
      outcome: "replaced",
      replicate: 4,
    });
    expect(await listReplicates()).toEqual([["", 4]]);
    expect(await trial.countEvents("results.imported")).toBe(2);
  });

  test("lines count before what is said of their file", async () => {
    await bring(linesOf({ replicate: 2 }, { replicate: 2 }), { replicate: 5 });
    expect(await listReplicates()).toEqual([["", 2]]);
  });
});

test("an admin corrects it, or takes it back", async () => {
  const { runs } = await bring(linesOf({ replicate: 2 }, { replicate: 2 }));
  expect(runs).toHaveLength(1);
  const { id: runId } = await db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id() } });
  const write = async (replicate: string) => {
    const { runId: _runId, ...given } = runEdit.parse({
      runId,
      model: "m",
      notes: "",
      ...nothing,
      replicate,
    });
    await editRun(trial.viewer, runId, given);
    return (await listReplicates())[0]?.[1];
  };
  const nothing = { instructions: "", context: "", tools: "", optionOrder: "" };
  expect([await write("7"), await write("")]).toEqual([7, null]);
});

test.each([
  ["0", "too_small"],
  ["1.5", "not_whole"],
  ["two", "not_a_number"],
  ["32768", "too_large"],
])("%j is no replicate on a form", (replicate, problem) => {
  const read = runEdit.safeParse({ runId: 1, model: "m", replicate });
  expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([[["replicate"], problem]]);
});
