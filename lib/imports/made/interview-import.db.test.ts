import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { scratchFolder } from "#lib/files/scratch.ts";
import { importCaseFiles } from "#lib/imports/run.ts";
import type { InterviewImportSettings } from "#lib/imports/schema.ts";
import type { InterviewInput } from "#lib/interviews/people.ts";
import { makeFolder, useFolders, written } from "#lib/interviews/testing/person-files.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const write = useFolders();
const told: InterviewImportSettings = {
  model: "quill-3",
  judge: "assessor",
  judgeVersion: "",
  profile: "short",
  pairs: 2,
};

function bring(
  files: readonly InterviewInput[],
  { mode = "store", ...more }: Partial<InterviewImportSettings> & { mode?: "check" | "store" } = {},
) {
  const named = files.map((file) => ({ ...file, track: null, language: null }));
  const payload = {
    benchmark: trial.benchmark,
    mode,
    skipBad: false,
    files: named,
    interviews: { ...told, ...more },
  };
  return importCaseFiles(trial.viewer, payload, quietly);
}
const whole = () => [...write("people/one", makeFolder(1)), ...write("people/two", makeFolder(2))];
const ofTrial = () => ({ track: { benchmarkId: trial.id() } });
const count = async () => ({
  cases: await db.case.count({ where: ofTrial() }),
  runs: await db.modelRun.count({ where: { benchmarkId: trial.id() } }),
  predictions: await db.prediction.count({ where: { run: { benchmarkId: trial.id() } } }),
});
const nothing = { cases: 0, runs: 0, predictions: 0 };
const filesLeft = () => readdirSync(scratchFolder());

test("a check says what each person brings and stores nothing; storing makes cases, groups, attributes and runs at once", async () => {
  const checked = await bring(whole(), { mode: "check" });
  expect(checked.problems).toEqual([]);
  expect(checked.report).toMatchObject({
    stored: false,
    tracks: {
      "MCQ-3": { added: 4 },
      "MCQ-4": { added: 4 },
      Similarity: { added: 4 },
      Consistency: { added: 4 },
      Personality: { added: 4 },
    },
    interviews: {
      people: [
        {
          id: "PERSON_1",
          training: 2,
          held: 2,
          threeOptions: 2,
          fourOptions: 2,
          methods: [{ method: "Memory-100", answers: 2, isJudged: true }],
        },
        { id: "PERSON_2" },
      ],
      runs: [
        { model: "assessor", method: "judge", track: "Personality", rows: 4 },
        { model: "assessor", method: "judge", track: "Similarity", rows: 4 },
        { model: "assessor", method: "judge", track: "Consistency", rows: 4 },
        { model: "quill-3", method: "Memory-100", track: "MCQ-3", rows: 4 },
        { model: "quill-3", method: "Memory-100", track: "MCQ-4", rows: 4 },
      ],
    },
  });
  // As participants get them: with the words of a scale, without the types of options.
  const [three, , similar] = checked.report.samples ?? [];
  expect(similar?.content).toMatchObject({ scale: { points: [{}, {}, {}, {}, {}] } });
  expect(JSON.stringify(three)).not.toContain("near_miss");
  expect(await count()).toEqual(nothing);
  const stored = await bring(whole());
  expect([stored.problems, stored.report.stored]).toEqual([[], true]);
  expect(await count()).toEqual({ cases: 20, runs: 2, predictions: 20 });
  const versions = await db.caseVersion.findMany({ where: { case: ofTrial() }, include: { case: true } });
  expect(new Set(versions.map(({ group }) => group))).toEqual(new Set(["PERSON_1", "PERSON_2"]));
  const rated = versions.find((one) => one.case.key === "PERSON_2:QA_2_3:Memory-100");
  expect(rated?.attributes).toMatchObject({
    method: "Memory-100",
    model: "quill-3",
    category: "work, time",
    training_pairs: "2",
  });
  const right = await db.prediction.count({ where: { run: { benchmarkId: trial.id() }, correct: true } });
  expect(right).toBe(4);
  expect(filesLeft()).toEqual([]);
});

test("again they change nothing, and an answer by another method comes beside what is there", async () => {
  await bring(whole());
  expect((await bring(whole())).report.tracks["MCQ-4"]).toMatchObject({ added: 0, unchanged: 4 });
  const chrono = write("chrono/one", makeFolder(1, 2), "Chrono-100");
  const alone = await bring(chrono);
  expect(alone.report.stored).toBe(false);
  expect(alone.problems).toMatchObject([
    { problem: expect.stringContaining("3 more results on the track Personality") },
    {
      file: "chrono/one/metrics.json",
      problem: expect.stringContaining("4 more results on the track Similarity"),
    },
    { problem: expect.stringContaining("4 more results on the track Consistency") },
  ]);
  expect(await count()).toEqual({ cases: 20, runs: 2, predictions: 20 });
  const together = await bring([...whole(), ...chrono]);
  expect(together.problems).toEqual([]);
  expect(together.report.tracks.Similarity).toMatchObject({ added: 2, unchanged: 4 });
  expect(await count()).toEqual({ cases: 25, runs: 3, predictions: 29 });
});

test("what the product's own format refuses is said of the file that it comes from, and nothing is stored", async () => {
  const folder = {
    ...makeFolder(1),
    mcqs_3_option: written(makeFolder(1).mcqs_3_option).replace("Something nearly like it", "x".repeat(2100)),
  };
  const { report, problems } = await bring([
    ...write("people/one", folder),
    ...write("people/two", makeFolder(2)),
  ]);
  expect(report.stored).toBe(false);
  expect(problems).toMatchObject([
    {
      file: "people/one/mcqs_3_option.json",
      line: 5,
      column: "options[1].name",
      problem: expect.stringContaining("2000 characters"),
    },
  ]);
  expect(await count()).toEqual(nothing);
  expect(filesLeft()).toEqual([]);
});

test("who wrote and who judged has to be said, and a folder without people is none", async () => {
  const untold = await bring(whole(), { model: null, judge: null });
  expect(untold.problems.map(({ file }) => file)).toEqual([
    "people/one/generated_responses.json",
    "people/one/metrics.json",
  ]);
  const empty = await bring(write("people", { manifest: {} }));
  expect(empty.problems[0]?.problem).toMatch(/No person’s folder/);
  expect(await count()).toEqual(nothing);
});
