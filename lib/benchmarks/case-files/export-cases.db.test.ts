import { describe, expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getCase } from "#lib/benchmarks/case-queries.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
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

describe("documents", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const write = useFiles();

  type Files = Readonly<Record<string, string | Buffer>>;
  async function importFiles(files: Files, { track = "Interviews" as string | null, skipBad = false } = {}) {
    const given = Object.entries(files).map(([name, content]) => ({
      ...write(name, content),
      track,
      language: null,
    }));
    const request = {
      benchmark: { id: trial.id(), slug: trial.slug() },
      files: given,
      mode: "store" as const,
      skipBad,
    };
    const { report, problems } = await runCaseImport(viewer, request, carryPredictions, quietly);
    return { ...report, problems };
  }
  const read = (key: string, track = "Interviews") => getCase(viewer, trial.id(), track, key);

  const vtt =
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ruth>Who kept it?\n\n00:00:03.000 --> 00:00:04.000\n<v Joan>My aunt.\n";
  const srt =
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n记者：谁守的？\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n何松林：我。\r\n";
  const thought = (changes: object = {}) => ({
    character: "沈砚",
    reason: "他翻了印。",
    raw_text: "来客翻了印。他不认得。",
    thought: { content: "他不认得。", type: "推理式" },
    action: { content: "沈砚推了茶。", type: "行为" },
    ...changes,
  });

  test("transcripts of several formats make a case each, known by its file’s name, and go out and come in again as they were", async () => {
    const files = { "joan.vtt": vtt, "ferry.srt": srt, "kiln.txt": "At the kiln\nAda: Yes.\nBo: No.\n" };
    const stored = await importFiles(files);
    expect([stored.problems, stored.tracks["Interviews"]?.added]).toEqual([[], 3]);
    expect(await read("joan")).toMatchObject({
      kind: "document",
      original: vtt,
      content: {
        turns: [
          { speaker: "Ruth", text: "Who kept it?", at: "00:00:01.000" },
          { speaker: "Joan", text: "My aunt.", at: "00:00:03.000" },
        ],
      },
    });
    expect(await read("ferry")).toMatchObject({
      content: { turns: [{ speaker: "记者" }, { speaker: "何松林" }] },
    });
    expect(await read("kiln")).toMatchObject({ content: { title: "At the kiln" } });
    expect((await importFiles(files)).tracks["Interviews"]).toMatchObject({
      unchanged: 3,
      added: 0,
      changed: 0,
    });
    const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
    expect((await trial.importCases(written, { track: null })).tracks["Interviews"]).toMatchObject({
      unchanged: 3,
    });
  });

  test("RoleThink’s results.json makes a case a thought: what a reviewer needs to see, and types where only staff look", async () => {
    const file = JSON.stringify(
      [thought(), thought({ thought: { content: "他在说谎。" }, action: null })],
      null,
      2,
    );
    const stored = await importFiles({ "results.json": file }, { track: "Thoughts" });
    expect([stored.problems, stored.tracks["Thoughts"]?.added]).toEqual([[], 2]);
    const lines = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).map(
      (line) => JSON.parse(line) as { id: string },
    );
    expect(await read(lines[0]?.id ?? "", "Thoughts")).toMatchObject({
      language: "zh",
      attributes: { character: "沈砚", thought_type: "推理式", action_type: "行为" },
      content: {
        title: "沈砚",
        parts: [{ title: "thought" }, { title: "reason" }, { title: "action" }, { title: "passage" }],
      },
    });
    expect(
      (await importFiles({ "results.json": file }, { track: "Thoughts" })).tracks["Thoughts"],
    ).toMatchObject({ unchanged: 2 });
  });

  test("InterviewSim’s prepared interviews make a case each, grouped by person", async () => {
    const pair = (id: string) => ({ qa_id: id, question: `What of ${id}?`, response: "It rained." });
    const file = {
      schema_version: "1.0",
      personality_id: "p-7",
      personality: { profile: "", long_profile: "" },
      interviews: ["i-1", "i-2"].map((id, sequence) => ({
        interview_id: id,
        sequence,
        qa_pairs: [pair("a"), pair("b")],
      })),
    };
    expect((await importFiles({ "prepared_input.json": JSON.stringify(file) })).problems).toEqual([]);
    expect(await read("p-7-i-2")).toMatchObject({
      group: "p-7",
      content: { turns: [{ speaker: "Interviewer", text: "What of a?" }, { speaker: "p-7" }, {}, {}] },
    });
  });

  test("what is wrong with any file keeps all of them out, each told by file, line and place", async () => {
    const two = { ...thought(), thought: { content: " " } };
    const files = {
      "bad-time.vtt": vtt.replace("00:00:03.000", "3 s"),
      "latin.txt": Buffer.from("Ada: Oui.\nBo: Déjà vu.\n", "latin1"),
      "nobody.txt": "It rained all day.\n",
      "thoughts.json": JSON.stringify([thought(), two], null, 1),
      "nan.json": '[\n{"character": "A", "thought": {"content": NaN}}\n]',
      "good.vtt": vtt,
      "large.txt": `Ada: ${"word ".repeat(900_000)}`,
    };
    const refused = await importFiles(files);
    expect(refused.stored).toBe(false);
    const told = Map.groupBy(refused.problems, ({ file }) => file);
    const places = Object.fromEntries(
      [...told].map(([file, all]) => [file, all.map(({ line, column }) => [line, column])]),
    );
    expect(places).toEqual({
      "bad-time.vtt": [[6, "start"]],
      "latin.txt": [[2, null]],
      "nobody.txt": [[1, null]],
      "thoughts.json": [[expect.any(Number), "[1].thought.content"]],
      "nan.json": [[2, expect.any(String)]],
      "large.txt": [[1, null]],
    });
    expect((await importFiles(files, { skipBad: true })).tracks["Interviews"]).toMatchObject({
      added: 1,
      bad: 6,
    });
    expect((await importFiles({ "good.vtt": vtt }, { track: null })).problems[0]?.problem).toContain(
      "choose one",
    );
  });

  test("two files of one name are one case too many", async () => {
    const refused = await importFiles({ "joan.vtt": vtt, "joan.srt": srt });
    expect(refused.problems).toEqual([expect.objectContaining({ file: "joan.srt", line: 1, column: "id" })]);
  });
});
