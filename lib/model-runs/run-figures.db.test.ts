import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { optionScores } from "#lib/metrics/scores/option-scores.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import {
  caseCsv,
  optionNames,
  resultCsv,
  someCases,
  type ResultFields,
} from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

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
