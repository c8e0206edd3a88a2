import { describe, expect, test } from "vitest";
import { system } from "#lib/auth/operator.ts";
import { createBenchmark, findOrCreateBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { clearUpAfterImports } from "#lib/imports/mutations.ts";
import { importResultFiles } from "#lib/imports/run.ts";
import { makePrompt, quietly, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { makeAdmin } from "#lib/testing/people.ts";
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

describe("forsaken benchmarks", async () => {
  const admin = await makeAdmin();
  const newName = () => ({ name: `Harbour ${crypto.randomUUID()}`, description: "" });

  type State = "queued" | "running" | "done" | "failed" | "cancelled";
  const over = (state: State) => !["queued", "running"].includes(state);

  async function makeJob(benchmark: { id: number; slug: string; isNew?: boolean }, state: State) {
    const payload = { benchmark, mode: "store", files: [] };
    const now = new Date();
    const times = { startedAt: state === "queued" ? null : now, finishedAt: over(state) ? now : null };
    const kind = "import_cases";
    const data = { kind, state, payload, benchmarkId: benchmark.id, isAttended: true, ...times };
    await db.job.create({ data: { ...data, ...(state === "done" ? { result: { stored: false } } : {}) } });
  }
  const isThere = async ({ id }: { id: number }) => (await db.benchmark.count({ where: { id } })) === 1;

  test.each(["done", "failed", "cancelled"] as const)(
    "a benchmark made for an import that is %s and stored nothing goes",
    async (state) => {
      const made = await findOrCreateBenchmark(admin, newName());
      expect(made.isNew).toBe(true);
      await makeJob(made, state);
      await clearUpAfterImports(system());
      expect(await isThere(made)).toBe(false);
      const event = { action: "benchmark.removed", subjectType: "benchmark", subjectId: String(made.id) };
      expect(await db.auditEvent.count({ where: event })).toBe(1);
    },
  );

  test.each(["queued", "running"] as const)("it stays while another import is %s", async (state) => {
    const made = await findOrCreateBenchmark(admin, newName());
    await makeJob(made, "failed");
    await makeJob({ id: made.id, slug: made.slug, isNew: false }, state);
    await clearUpAfterImports(system());
    expect(await isThere(made)).toBe(true);
    await db.job.updateMany({
      where: { benchmarkId: made.id },
      data: { state: "cancelled", startedAt: new Date(), finishedAt: new Date() },
    });
    await clearUpAfterImports(system());
    expect(await isThere(made)).toBe(false);
  });

  test("one that a person made stays, whatever comes of imports into it; so does one with something in it", async () => {
    const byPerson = await createBenchmark(admin, newName());
    const again = await findOrCreateBenchmark(admin, { name: byPerson.slug, description: "" });
    expect(again).toEqual({ ...byPerson, isNew: false });
    await makeJob(again, "failed");
    const filled = await findOrCreateBenchmark(admin, newName());
    await db.track.create({
      data: { benchmarkId: filled.id, name: "Literary", language: "en", position: 1 },
    });
    await makeJob(filled, "failed");
    await clearUpAfterImports(system());
    expect(await Promise.all([isThere(byPerson), isThere(filled)])).toEqual([true, true]);
  });

  test("asked for at once by several, a name is one benchmark", async () => {
    const wanted = newName();
    const made = await Promise.all([1, 2, 3, 4].map(() => findOrCreateBenchmark(admin, wanted)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  });
});
