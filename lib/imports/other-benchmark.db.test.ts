import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { importResultFiles } from "#lib/imports/run.ts";
import { makePrompt, quietly, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(4);
const trial = await useTrialBenchmark({ cases });
const write = useFiles();

const strange = [1, 2, 3].map((n) => ({
  prompt: makePrompt({ said: `Quite another matter, ${n}.` }),
  gt: "The Pilot",
}));
const ours = resultCsv(cases.map((one) => ({ case: one, probs: [1, 0, 0, 0] })));
const theirs = resultCsv(strange.map((item) => ({ case: item, probs: [0, 1, 0, 0] })));

async function bringIn(skipBad: boolean, ...files: [model: string, content: string][]) {
  const about = { track: "Literary", method: "zero-shot", version: "", ranAt: null };
  const placed = files.map(([model, content]) => ({
    ...write(`Literary_${model}.csv`, content),
    model,
    ...about,
  }));
  const request = { benchmark: trial.benchmark, mode: "store", skipBad, files: placed } as const;
  const { report, problems } = await importResultFiles(trial.viewer, { ...request, files: placed }, quietly);
  return {
    stored: report.stored,
    problems: problems.map(({ file, problem }) => `${file}: ${problem}`),
    runs: report.runs,
  };
}
const listModels = async () =>
  (await db.modelRun.findMany({ where: { benchmarkId: trial.id() }, orderBy: { id: "asc" } })).map(
    ({ model }) => model,
  );
const countOf = (model: string) =>
  db.prediction.count({ where: { run: { benchmarkId: trial.id(), model } } });
const said = (model: string) =>
  `Literary_${model}.csv: none of its 3 rows belongs to this benchmark’s track Literary: prompts must match exactly`;

test.each([false, true])(
  "alone, with its bad rows left out (%s): nothing, not even the run",
  async (skipBad) => {
    const found = await bringIn(skipBad, ["other", theirs]);
    expect(found).toMatchObject({
      stored: false,
      problems: [said("other")],
      runs: [{ matched: 0, unmatched: 3 }],
    });
    expect(await listModels()).toEqual([]);
  },
);

test("beside a good one: neither is stored", async () => {
  expect(await bringIn(false, ["good", ours], ["other", theirs])).toMatchObject({
    stored: false,
    problems: [said("other")],
  });
  expect(await listModels()).toEqual([]);
});

test("beside a good one, when the good is to be stored: that one alone", async () => {
  expect(await bringIn(true, ["good", ours], ["other", theirs])).toMatchObject({
    stored: true,
    problems: [said("other")],
  });
  expect(await listModels()).toEqual(["good"]);
});

test("behind one with a bad row, it is named too", async () => {
  const bad = resultCsv([
    { case: cases[0]!, probs: ["0,7", 0.1, 0.1, 0.1] },
    { case: cases[1]!, probs: [1, 0, 0, 0] },
  ]);
  const { problems } = await bringIn(true, ["good", bad], ["other", theirs]);
  expect(problems).toEqual([expect.stringContaining("decimal comma"), said("other")]);
  expect(await listModels()).toEqual(["good"]);
});

test("under the name of a run that is there: its results stay", async () => {
  await bringIn(false, ["kept", ours]);
  await bringIn(true, ["good", ours], ["kept", theirs]);
  expect([await countOf("good"), await countOf("kept")]).toEqual([4, 4]);
});

test.each([["NaN"], [3]])("a file whose every row is bad (%s) takes nothing away either", async (wrong) => {
  await bringIn(false, ["kept", ours]);
  const bad = resultCsv(cases.map((entry) => ({ case: entry, probs: [wrong, 0, 0, 0] })));
  await bringIn(true, ["good", ours], ["kept", bad]);
  expect([await countOf("good"), await countOf("kept")]).toEqual([4, 4]);
});
