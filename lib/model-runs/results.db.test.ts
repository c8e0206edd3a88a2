import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { optionScores } from "#lib/metrics/scores/option-scores.ts";
import { exportedColumns, exportedRows, exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { editRun } from "#lib/model-runs/mutations.ts";
import { getRun, listRuns } from "#lib/model-runs/queries.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import {
  caseCsv,
  type CaseFields,
  csv,
  makePrompt,
  optionNames,
  resultCsv,
  type ResultFields,
  someCases,
} from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { makerOf } from "#lib/studies/schema.ts";

const cases = someCases(4);
const trial = await useTrialBenchmark({ cases });
const { viewer } = trial;

const levels = ["Child", "Teen", "College Student", "Graduate Student", "Expert"];
const leveled: CaseFields[] = levels.map((gt, index) => ({
  prompt: makePrompt({ said: `Why is the sea salt, number ${index}?`, names: levels }),
  gt,
  names: levels,
}));
const leveledCsv = csv([
  ["prompt", "gt", ...levels.map((_, i) => `option${i + 1}`)],
  ...leveled.map(({ prompt, gt }) => [prompt, gt, ...levels]),
]);

const ofTrial = () => ({ run: { benchmarkId: trial.id() } });
const countPredictions = () => db.prediction.count({ where: ofTrial() });

describe("a file of results", () => {
  const rows: ResultFields[] = [
    { case: cases[2]!, probs: [0.1, 0.2, 0.6, 0.1], res: "The Pilot" },
    {
      case: cases[0]!,
      probs: [0.25, 0.25, 0.25, 0.25],
      res: "Old Tamsin",
      response: '{"Ilse Brandt": "0,25"}',
    },
    { case: cases[1]!, probs: [], success: "-1.0" },
  ];

  test("joins by prompt, whatever the order, and counts what it finds", async () => {
    const report = await trial.importResults(resultCsv(rows));
    expect(report).toMatchObject({ stored: true, problems: [] });
    expect(report.found).toEqual({
      model: "model-a",
      method: "zero-shot",
      version: "",
      replicate: null,
      track: "Literary",
      rows: 3,
      matched: 3,
      repaired: 0,
      normalised: 0,
      failed: 1,
      resDiffers: 1,
      unmatched: 0,
      missing: 1,
      outcome: "added",
    });
    const [{ pooled } = expect.fail()] = await listRuns(viewer, trial.id());
    expect(pooled).toMatchObject({
      n: 2,
      failed: 1,
      missing: 1,
      correct: 2,
      top1: 1,
      top2: 0.5,
      meanRank: 2.5,
    });
    const stored = await db.modelResponse.findFirst({
      where: { text: { not: "" }, run: { benchmarkId: trial.id() } },
    });
    expect(stored).toMatchObject({ text: '{"Ilse Brandt": "0,25"}', cost: 0.001, tokens: 12 });
  });

  test("only looked at stores nothing, not even the run", async () => {
    expect(await trial.importResults(resultCsv(rows), { mode: "check" })).toMatchObject({
      stored: false,
      found: { matched: 3 },
    });
    expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
  });

  test("that comes again changes nothing; another one takes its place", async () => {
    await trial.importResults(resultCsv(rows));
    const event = () => trial.countEvents("results.imported");
    expect((await trial.importResults(resultCsv(rows))).found?.outcome).toBe("unchanged");
    expect(await event()).toBe(1);
    expect((await trial.importResults(resultCsv(rows.slice(0, 1)))).found).toMatchObject({
      outcome: "replaced",
      missing: 3,
    });
    expect([await countPredictions(), await event()]).toEqual([1, 2]);
  });

  test("without prob5 gets it from the others, rounded so that ties stay ties", async () => {
    await trial.importCases(leveledCsv, { track: "Expertise" });
    const report = await trial.importResults(
      resultCsv(
        [
          { case: leveled[4]!, probs: [0.3, 0.3, 0.2, 0.1] },
          { case: leveled[0]!, probs: [0.7, 0.1, 0.1, 0.1] },
        ],
        5,
      ),
      { track: "Expertise" },
    );
    expect(report.found).toMatchObject({ matched: 2, repaired: 2, missing: 3 });
    const stored = await db.prediction.findMany({
      where: ofTrial(),
      orderBy: { caseVersionId: "asc" },
    });
    expect(stored.map(({ probabilities }) => probabilities[4])).toEqual([0, 0.1]);
    expect(stored[1]).toMatchObject({ repaired: true, rank: 4, tied: 2 });
  });

  test("divides probabilities within 1 % of 1 by their sum", async () => {
    const report = await trial.importResults(resultCsv([{ case: cases[0]!, probs: [0.33, 0.33, 0.33, 0] }]));
    expect(report.found).toMatchObject({ normalised: 1 });
    const [stored] = await db.prediction.findMany({ where: ofTrial() });
    expect(stored?.probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(stored?.tied).toBe(3);
  });

  test.each([
    ["a decimal comma", ["0,7", 0.1, 0.1, 0.1], "prob1", /decimal comma/],
    ["NaN", ["NaN", 0.5, 0.3, 0.2], "prob1", /NaN is not a number/],
    ["a negative one", [-0.1, 0.5, 0.4, 0.2], "prob1", /between 0 and 1/],
    ["a sum of 3", [1, 1, 1, 0], "prob1", /don’t sum to 1/],
    ["two missing", [0.5, "", "", 0.5], "prob2", /2 of 4 probabilities are missing/],
  ])("with %s among its probabilities is refused, with the place", async (_what, probs, column, problem) => {
    const report = await trial.importResults(resultCsv([{ case: cases[0]!, probs }]));
    expect(report.stored).toBe(false);
    expect(report.problems).toMatchObject([{ line: 2, column }]);
    expect(report.problems[0]?.problem).toMatch(problem);
    expect([
      await countPredictions(),
      await db.modelRun.count({ where: { benchmarkId: trial.id() } }),
    ]).toEqual([0, 0]);
  });

  test("keeps its good rows where that is asked for", async () => {
    const report = await trial.importResults(
      resultCsv([{ case: cases[0]!, probs: ["x", 0, 0, 1] }, rows[0]!]),
      {
        skipBad: true,
      },
    );
    expect(report).toMatchObject({ stored: true, found: { matched: 1, missing: 3 } });
    expect(await countPredictions()).toBe(1);
  });

  test("for another benchmark is refused as such", async () => {
    const strange = { prompt: makePrompt({ said: "Quite another matter." }), gt: "The Pilot" };
    const report = await trial.importResults(resultCsv([{ case: strange, probs: [1, 0, 0, 0] }]));
    expect(report.problems[0]?.problem).toMatch(
      /none of its 1 rows belongs to this benchmark’s track Literary/,
    );
    expect(report.stored).toBe(false);
  });

  test("names a track that is not there", async () => {
    const report = await trial.importResults(resultCsv(rows), { track: "Opera" });
    expect(report.problems).toMatchObject([{ line: null, column: "track", found: "Opera" }]);
    expect(report.stored).toBe(false);
  });

  test("as JSON Lines may name models and tracks itself, and probabilities by option", async () => {
    const keys = await db.case.findMany({
      where: { track: { benchmarkId: trial.id() } },
      orderBy: { position: "asc" },
    });
    const lines = [
      {
        model: "m1",
        case: keys[0]!.key,
        track: "Literary",
        probabilities: { "Old Tamsin": 0.75, "Ilse Brandt": 0.25, "Captain Roe": 0, "The Pilot": 0 },
      },
      { model: "m2", case: keys[1]!.key, choice: "Captain Roe" },
      { model: "m2", case: keys[2]!.key, failed: true },
    ];
    const report = await trial.importResults(lines.map((line) => JSON.stringify(line)).join("\n"), {
      model: null,
      track: null,
    });
    expect(report.problems).toEqual([]);
    expect(report.runs.map(({ model, matched, failed }) => [model, matched, failed])).toEqual([
      ["m1", 1, 0],
      ["m2", 2, 1],
    ]);
    const [m1, m2] = await listRuns(viewer, trial.id());
    expect(m1?.pooled).toMatchObject({ top1: 0, top2: 1, meanRank: 2 });
    expect(m2?.pooled).toMatchObject({ n: 1, top1: 1, top2: null, brier: null, ece: null });
  });
});

test("what no model made is marked for good, and through a file and back", async () => {
  const [first] = await db.case.findMany({ where: { track: { benchmarkId: trial.id() } } });
  const line = { model: "puppet", case: first?.key, choice: optionNames[0] };
  const bring = (text: string) => trial.importResults(text, { model: null, track: null });
  const listMarks = async () =>
    (await listRuns(viewer, trial.id())).map(({ run }) => [run.model, makerOf(run)]);
  await bring(JSON.stringify(line));
  expect(await listMarks()).toEqual([["puppet", null]]);
  await bring(JSON.stringify({ ...line, fake: true }));
  expect(await listMarks()).toEqual([["puppet", "fake"]]);
  await bring(JSON.stringify({ ...line, choice: optionNames[1] }));
  expect(await listMarks()).toEqual([["puppet", "fake"]]);
  const exported = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  await db.modelRun.deleteMany({ where: { benchmarkId: trial.id() } });
  await bring(exported.replace("puppet", "renamed"));
  expect(await listMarks()).toEqual([["renamed", "fake"]]);
  await bring(JSON.stringify({ ...line, model: "crowd", people: true }));
  expect(await listMarks()).toContainEqual(["crowd", "people"]);
  const again = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  await db.modelRun.deleteMany({ where: { benchmarkId: trial.id() } });
  await bring(again.replaceAll("crowd", "team"));
  expect(await listMarks()).toContainEqual(["team", "people"]);
});

describe("replicates", async () => {
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
    expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [["replicate"], problem],
    ]);
  });
});

describe("figures of a run", async () => {
  const cases = someCases(4);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;

  test("figures summed by the database are those of the scorer", async () => {
    const many = someCases(60);
    await trial.importCases(caseCsv(many));
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const rows = many.map((one): ResultFields => {
      const weights = optionNames.map(() => Math.round(random() * 5));
      const sum = weights.reduce((a, b) => a + b, 0) || 1;
      return { case: one, probs: weights.some(Boolean) ? weights.map((w) => w / sum) : [1, 0, 0, 0] };
    });
    await trial.importResults(resultCsv(rows));
    const expected = optionScores(
      rows.map(({ case: fields, probs }) => ({
        options: optionNames,
        probabilities: probs as number[],
        gold: fields.gt,
      })),
    );
    const [{ pooled } = expect.fail()] = await listRuns(viewer, trial.id());
    expect(pooled.n).toBe(60);
    for (const name of ["top1", "top2", "meanRank", "ece", "f1"] as const)
      expect(pooled[name]).toBeCloseTo(expected[name] ?? Number.NaN, 12);
    expect(pooled.brier).toBeCloseTo(expected.brierPerOption ?? Number.NaN, 12);
    expect(pooled.fair.top2).toBeCloseTo(expected.fair.top2 ?? Number.NaN, 12);
  });

  test("answers are carried to a version that differs only in what is right, and scored again", async () => {
    await trial.importResults(resultCsv([{ case: cases[0]!, probs: [0.7, 0.1, 0.1, 0.1] }]));
    await trial.importCases(caseCsv([{ ...cases[0]!, gt: "The Pilot" }, ...cases.slice(1)]));
    const [{ pooled } = expect.fail()] = await listRuns(viewer, trial.id());
    expect(pooled).toMatchObject({ n: 1, correct: 0 });
    const kept = await db.prediction.findMany({
      where: { run: { benchmarkId: trial.id() } },
      orderBy: { caseVersionId: "asc" },
    });
    expect(kept.map(({ correct }) => correct)).toEqual([true, false]);
  });

  test("figures that are remembered are those of the newest import, of results as of cases", async () => {
    const figures = async () =>
      (await listRuns(viewer, trial.id())).map(({ pooled }) => [pooled.n, pooled.correct]);
    expect(await figures()).toEqual([]);
    await trial.importResults(resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]));
    expect(await figures()).toEqual([[1, 1]]);
    await trial.importResults(resultCsv(cases.map((item) => ({ case: item, probs: [1, 0, 0, 0] }))));
    expect(await figures()).toEqual([[4, 1]]);
    await trial.importCases(caseCsv([{ ...cases[0]!, gt: "The Pilot" }, ...cases.slice(1)]));
    expect(await figures()).toEqual([[4, 0]]);
    expect(await listRuns(viewer, trial.id(), { isFresh: true })).toEqual(await listRuns(viewer, trial.id()));
  });

  test("the database knows at once what an import has filled, where the app may ask it to look", async () => {
    const [server] = await db.$queryRaw<{ maySay: boolean }[]>`
    SELECT current_setting('server_version_num')::int >= 170000 AS "maySay"`;
    await trial.importResults(resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]));
    const looked = await db.$queryRaw`
    SELECT relname FROM pg_class WHERE relname IN ('cases', 'case_search_texts', 'predictions') AND reltuples > 0 ORDER BY 1`;
    if (server?.maySay)
      expect(looked).toEqual(["case_search_texts", "cases", "predictions"].map((relname) => ({ relname })));
  });
});

describe("editing a run", async () => {
  const cases = someCases(1);
  const trial = await useTrialBenchmark({ cases });
  const parity = {
    instructions: "Who is speaking? Answer with one name.",
    context: "Nothing but the case.",
    tools: "None.",
    optionOrder: "As in the file.",
  };

  async function bringRun() {
    await trial.importResults(resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]));
    return db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id() } });
  }

  test("what a model had before it is kept, and the record says what it was and what it became", async () => {
    const { id: runId } = await bringRun();
    const { runId: _runId, ...given } = runEdit.parse({ runId, model: "model-a", ...parity });
    expect(await editRun(trial.viewer, runId, given)).toMatchObject({ ok: true });
    expect(await getRun(trial.viewer, trial.id(), runId)).toMatchObject(parity);
    const { details } = await db.auditEvent.findFirstOrThrow({
      where: { action: "model_run.edited", subjectId: String(runId) },
    });
    const nothing = { instructions: "", context: "", tools: "", optionOrder: "" };
    expect(details).toMatchObject({ before: nothing, after: parity });
  });

  test("an admin says whose answers a run has, for good and on the record; a form that doesn’t ask changes nothing", async () => {
    const { id: runId } = await bringRun();
    const say = async (change: object) => {
      const { runId: _runId, ...given } = runEdit.parse({ runId, model: "people", ...change });
      expect(await editRun(trial.viewer, runId, given)).toMatchObject({ ok: true });
      return (await getRun(trial.viewer, trial.id(), runId))?.isPeople;
    };
    expect(await say({ answeredBy: "people" })).toBe(true);
    expect(await say({})).toBe(true);
    expect(await say({ answeredBy: "model" })).toBe(false);
    const { details } = await db.auditEvent.findFirstOrThrow({
      where: { action: "model_run.edited", subjectId: String(runId) },
      orderBy: { id: "desc" },
    });
    expect(details).toMatchObject({ before: { isPeople: true }, after: { isPeople: false } });
  });

  test.each(Object.keys(parity))("more than 2,000 characters of %s are refused", (field) => {
    const long = { runId: 1, model: "model-a", [field]: "x".repeat(2001) };
    const read = runEdit.safeParse(long);
    expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([[[field], "too_long"]]);
  });
});
