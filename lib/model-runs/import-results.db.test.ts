import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import {
  csv,
  makePrompt,
  resultCsv,
  someCases,
  type CaseFields,
  type ResultFields,
} from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

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
