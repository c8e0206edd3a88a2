import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { createStudy } from "#lib/studies/mutations.ts";
import { leaveOutSameTexts } from "#lib/studies/sampling/same-texts-mutations.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import type { SampleResult } from "#lib/studies/sampling/sampling.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

const importLines = async (lines: readonly object[]) => {
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  expect((await trial.importCases(text, { track: null })).problems).toEqual([]);
};
const typed = ["correct", "near_miss", "opposite_negation", "plausible_misconception"];
/** The second format asks in other words: the files alone say that it is the same. */
const askIn = (options: 3 | 4, at: number) => ({
  id: `${options}-${at}`,
  track: `MCQ-${options}`,
  kind: "texts",
  group: "p1",
  attributes: { question_id: `q${at}` },
  content: { text: "Keeps a lock." },
  question: `${options === 3 ? "" : "Once more: "}what is ${at}?`,
  options: typed.slice(0, options).map((type) => ({ name: `${type} ${at}`, type })),
  gold: `correct ${at}`,
});
/** What a method answered to a question. */
const lineOf = (at: number, method: string, judged = `${method} says ${at}.`) => ({
  id: `${at}-${method}`,
  track: "Similarity",
  kind: "rating",
  group: `p${at % 3}`,
  attributes: { method, model: "m", question_id: `q${at}` },
  scale: "interviewsim-similarity",
  content: {
    parts: [
      { role: "question", text: `What of ${at}?` },
      { role: "reference", text: `Real ${at}.` },
      { role: "judged", text: judged },
    ],
  },
});

/** Every participant's cases, by what they ask. */
const listAsked = (sample: SampleResult | null) => {
  if (!sample?.ok) throw new Error("no sample");
  const { cases, cells } = sample.plan;
  return cells.map((cell) => cell.cases.map((at) => cases[at]?.key.slice(2)));
};

test("the template asks each question in both formats, of different people, and all of them", async () => {
  await importLines([3, 4].flatMap((options) => [0, 1, 2, 3].map((at) => askIn(options as 3 | 4, at))));
  const benchmark = trial.slug();
  const made = await createStudy(viewer, { title: "MCQ", benchmark, template: "interview_mcq" });
  const study = await requireStudy(viewer, expectValue(made).slug);
  expect(study.design).toMatchObject({
    frame: { tracks: ["MCQ-3", "MCQ-4"] },
    sample: { quota: { "MCQ-3": 2, "MCQ-4": 2 }, oncePerQuestion: true },
    assignment: { people: 10, ratersPerCase: 5 },
  });
  const { facts, problems } = await getPlan(viewer, study);
  expect(problems).toEqual([]);
  for (const asked of listAsked(facts.sample)) expect(asked.toSorted()).toEqual(["0", "1", "2", "3"]);
  expectValue(await openStudy(viewer, study.slug, await lookAt(viewer, study.slug)));
});

test("a plan that would ask somebody in both formats doesn’t open", async () => {
  await importLines(([3, 4] as const).flatMap((options) => [0, 1, 2].map((at) => askIn(options, at))));
  const both = { "MCQ-3": 3, "MCQ-4": 3 };
  const draft = async (sample: object) =>
    getPlan(
      viewer,
      await requireStudy(
        viewer,
        await makeDraft(viewer, trial.slug(), {
          frame: { tracks: ["MCQ-3", "MCQ-4"] },
          sample: { seed: 7, quota: both, ...sample },
        }),
      ),
    );
  expect((await draft({})).problems).toEqual([
    {
      step: "sample",
      code: "same_text",
      values: { track: "MCQ-3", key: "3-0", otherTrack: "MCQ-4", other: "4-0", cases: 3 },
    },
  ]);
  expect((await draft({ oncePerQuestion: true })).problems.map(({ code }) => code)).toEqual([
    "question_limit",
  ]);
});

test("the template takes what two methods answered to one question together, and all of it", async () => {
  const pairs = Array.from({ length: 54 }, (_, at) => [lineOf(at, "Simple"), lineOf(at, "Chrono")]);
  await importLines([...pairs.flat(), lineOf(54, "Simple")]);
  const benchmark = trial.slug();
  const made = await createStudy(viewer, { title: "Sim", benchmark, template: "interview_similarity" });
  const study = await requireStudy(viewer, expectValue(made).slug);
  expect(study.design.sample).toMatchObject({
    quota: { Similarity: 40 },
    groups: { Similarity: 2 },
    pairBy: { Similarity: "question_id" },
    linked: { Similarity: 6 },
  });
  const { facts, problems, warnings } = await getPlan(viewer, study);
  expect(problems).toEqual([]);
  expect(warnings.find(({ code }) => code === "broken_pairs")?.values).toMatchObject({
    cases: 1,
    list: "54-Simple",
  });
  if (!facts.sample?.ok) throw new Error("no sample");
  const { cases, cells } = facts.sample.plan;
  expect(cases).toHaveLength(108);
  for (const cell of cells)
    expect(cell.cases.filter((at) => cases[at]?.origin === "Simple · m")).toHaveLength(20);
  expectValue(await openStudy(viewer, study.slug, await lookAt(viewer, study.slug)));
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  const manifest = parseManifest(content);
  expect(manifest.cases.filter(({ linked }) => linked)).toHaveLength(6);
  expect(manifest.sampling.rule).toMatch(/paired.*linked/);
});

test("of two origins that wrote the same word for word one is left out by name, and the plan opens", async () => {
  const pairs = Array.from({ length: 12 }, (_, at) =>
    ["Chrono", "Simple"].map((method) => lineOf(at, method, at < 2 ? "I don’t know." : undefined)),
  );
  await importLines(pairs.flat());
  const slug = await makeDraft(viewer, trial.slug(), {
    frame: { tracks: ["Similarity"] },
    sample: {
      seed: 7,
      quota: { Similarity: 18 },
      groups: { Similarity: 2 },
      pairBy: { Similarity: "question_id" },
    },
  });
  const { revision, ...before } = await requireStudy(viewer, slug);
  expect((await getPlan(viewer, before)).problems.map(({ code }) => code)).toEqual(["same_text"]);
  expectValue(await leaveOutSameTexts(viewer, slug, revision));
  expect(await leaveOutSameTexts(viewer, slug, revision)).toMatchObject({ ok: false, error: "conflict" });
  const { design } = await requireStudy(viewer, slug);
  for (const { key } of design.sample.leftOut ?? []) expect(key).toMatch(/^[01]-Simple$/);
  const opened = expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  expect(opened.hash).toMatch(/^[0-9a-f]{64}$/);
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: before.id } });
  const named = parseManifest(content).cases.map(({ key }) => key);
  expect(named.filter((key) => design.sample.leftOut?.some((one) => one.key === key))).toEqual([]);
});

test("where the blocks took every case they are smaller afterwards, and still take every pair that is left", async () => {
  const pairs = Array.from({ length: 54 }, (_, at) =>
    ["Chrono", "Simple"].map((method) => lineOf(at, method, at < 2 ? `Nothing ${at}.` : undefined)),
  );
  await importLines(pairs.flat());
  const benchmark = trial.slug();
  const made = await createStudy(viewer, { title: "Sim", benchmark, template: "interview_similarity" });
  const { revision, slug } = await requireStudy(viewer, expectValue(made).slug);
  expectValue(await leaveOutSameTexts(viewer, slug, revision));
  const { sample } = (await requireStudy(viewer, slug)).design;
  expect([sample.quota, sample.linked, sample.leftOut?.length]).toEqual([
    { Similarity: 40 },
    { Similarity: 8 },
    2,
  ]);
  const { facts, problems } = await getPlan(viewer, await requireStudy(viewer, slug));
  expect(problems).toEqual([]);
  expect(facts.sample?.ok && facts.sample.plan.cases.length).toBe(104);
});

test("where fewer people take more of what is left, each still has as many cases", async () => {
  const pairs = Array.from({ length: 12 }, (_, at) =>
    ["Chrono", "Simple"].map((method) => lineOf(at, method, at < 1 ? `Nothing ${at}.` : undefined)),
  );
  await importLines(pairs.flat());
  const slug = await makeDraft(viewer, trial.slug(), {
    frame: { tracks: ["Similarity"] },
    sample: {
      seed: 7,
      quota: { Similarity: 6 },
      groups: { Similarity: 2 },
      pairBy: { Similarity: "question_id" },
    },
    assignment: { design: "blocks", people: 8, ratersPerCase: 2 },
  });
  const { revision } = await requireStudy(viewer, slug);
  expectValue(await leaveOutSameTexts(viewer, slug, revision));
  const left = await requireStudy(viewer, slug);
  expect(left.design.sample.quota).toEqual({ Similarity: 6 });
  expect(left.design.assignment.people).toBe(6);
  const { facts, problems } = await getPlan(viewer, left);
  expect(problems).toEqual([]);
  expect(facts.sample?.ok && facts.sample.plan.cases.length).toBe(18);
});
