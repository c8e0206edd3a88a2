import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { exportPredictionLines } from "#lib/model-runs/export-predictions.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import {
  caseCsv,
  csv,
  optionNames,
  quietly,
  resultCsv,
  someCases,
  useFiles,
} from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(4);
const trial = await useTrialBenchmark();
const { viewer } = trial;
const write = useFiles();

const gather = async (lines: AsyncIterable<string>) => (await Array.fromAsync(lines)).join("");

const written = [
  {
    id: "d1",
    kind: "choice",
    source: "The Ferry Ledger",
    content: {
      turns: [
        { speaker: "Ada", parts: [{ type: "speech", text: "Who has the key?" }] },
        {
          speaker: null,
          parts: [
            { type: "thought", text: "not again" },
            { type: "speech", text: "Look under the mat." },
          ],
        },
      ],
    },
    options: [
      { name: "Ada", profile: "Keeps the ferry." },
      { name: "Bo", profile: null },
    ],
    gold: "Bo",
  },
  {
    id: "t1",
    kind: "choice",
    content: { text: "A text on purpose.\n\u201Cwith quotes\u201D, \u0007 and 𝔘nicode" },
    options: ["NA", "=1+1", "null"],
    gold: "null",
  },
  { id: "p1", kind: "choice", prompt: cases[3]!.prompt, options: optionNames, gold: "Old Tamsin" },
  {
    id: "u1",
    kind: "choice",
    prompt: "No layout at all, only a question?",
    options: [
      { name: "Ada", profile: "Keeps the ferry." },
      { name: "Bo", profile: null },
    ],
    gold: "Ada",
  },
];

async function storedVersions(benchmarkId: number) {
  const versions = await db.caseVersion.findMany({
    where: { case: { track: { benchmarkId } }, retiredAt: null },
    include: { gold: true, case: { include: { track: true } }, searchText: true },
    orderBy: [{ case: { track: { name: "asc" } } }, { case: { key: "asc" } }],
  });
  return versions.map(
    ({
      hash,
      promptHash,
      form,
      content,
      optionNames: names,
      answerLength,
      gold,
      case: item,
      searchText,
    }) => ({
      hash: Buffer.from(hash).toString("hex"),
      promptHash: Buffer.from(promptHash).toString("hex"),
      form,
      content,
      names,
      answerLength,
      gold: gold?.choice,
      key: item.key,
      source: item.source,
      track: item.track.name,
      text: searchText?.text,
    }),
  );
}

async function fillBenchmark() {
  const profiled = csv([
    ["prompt", "gt", "option1", "option2", "option1_profile", "option2_profile"],
    ["Plain question, profiles apart.", "Bo", "Ada", "Bo", "Only the column says this.", ""],
  ]);
  await trial.importCases(caseCsv(cases.slice(0, 3)));
  await trial.importCases(profiled, { track: "Apart" });
  await trial.importCases(written.map((line) => JSON.stringify(line)).join("\n"), { track: "Lines" });
}

test("what is exported and imported again changes nothing", async () => {
  await fillBenchmark();
  const lines = await gather(exportCaseLines(viewer, trial.id()));
  const again = await trial.importCases(lines, { track: null });
  expect(again.problems).toEqual([]);
  expect(
    Object.values(again.tracks).map(({ added, changed, unchanged }) => [added, changed, unchanged]),
  ).toEqual([
    [0, 0, 3],
    [0, 0, 1],
    [0, 0, 4],
  ]);
});

test("an export makes the same benchmark elsewhere", async () => {
  await fillBenchmark();
  const other = await createBenchmark(viewer, { name: "Elsewhere", description: "" });
  const files = [
    { ...write("all.jsonl", await gather(exportCaseLines(viewer, trial.id()))), track: null, language: null },
  ];
  await runCaseImport(
    viewer,
    { benchmark: other, files, mode: "store", skipBad: false },
    carryPredictions,
    quietly,
  );
  expect(await storedVersions(other.id)).toEqual(await storedVersions(trial.id()));
});

test("predictions survive the way out and in to the last digit", async () => {
  await fillBenchmark();
  const rows = [
    { case: cases[0]!, probs: [0.1, 0.2, 0.30000000000000004, 0.4], response: 'He said: "0,1"\n' },
    { case: cases[1]!, probs: [], success: "-1" },
    { case: cases[2]!, probs: [1 / 3, 1 / 3, 1 / 3, 0] },
  ];
  await trial.importResults(resultCsv(rows), { method: "few-shot 5", version: "2026-05" });
  const lines = await gather(exportPredictionLines(viewer, trial.id()));
  const before = await listPredictions();
  await db.modelRun.deleteMany({ where: { benchmarkId: trial.id() } });
  const files = [
    { ...write("p.jsonl", lines), track: null, model: null, method: "zero-shot", version: "", ranAt: null },
  ];
  const benchmark = { id: trial.id(), slug: "" };
  const { report } = await runResultImport(
    viewer,
    { benchmark, files, mode: "store", skipBad: false },
    quietly,
  );
  expect(report).toMatchObject({
    stored: true,
    runs: [{ method: "few-shot 5", version: "2026-05", matched: 3, failed: 1 }],
  });
  expect(await listPredictions()).toEqual(before);
});

async function listPredictions() {
  const where = { run: { benchmarkId: trial.id() } };
  const order = { caseVersionId: "asc" } as const;
  const predictions = await db.prediction.findMany({
    where,
    orderBy: order,
    omit: { runId: true, repaired: true },
  });
  const responses = await db.modelResponse.findMany({ where, orderBy: order, omit: { runId: true } });
  return { predictions, responses };
}
