import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { editRun } from "#lib/model-runs/mutations.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(6);
const trial = await useTrialBenchmark({ cases });
const { viewer } = trial;

const named = (model: string, method = "zero-shot") => ({ model, method, version: "" });

async function bring(model: string, method = "zero-shot") {
  const rows = cases.map((item) => {
    const wrong = optionNames.findIndex((name) => name !== item.gt);
    return { case: item, probs: optionNames.map((_, at) => (at === wrong ? 0.7 : 0.1)) };
  });
  await trial.importResults(resultCsv(rows), { model, method });
  return (await db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id(), model, method } })).id;
}

/** What the form of a run would send. */
const edit = (runId: number, change: object) => {
  const { runId: _runId, ...given } = runEdit.parse({ runId, ...change });
  return editRun(viewer, runId, given);
};

async function open(changes: Record<string, unknown>) {
  const slug = await makeDraft(viewer, trial.slug(), changes);
  const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  return slug;
}

async function read(slug: string) {
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("the study is gone");
  return { stamp: rows.stamp, marks: rows.runs.map(({ model, method, apart }) => [model, method, apart]) };
}

test("stand the selecting run, those that the plan confirms as its siblings, and whatever filtered the benchmark", async () => {
  await bring("lamp");
  const sibling = await bring("lamp", "few-shot");
  await bring("lamp", "unconfirmed");
  const comparator = await bring("oar");
  const sieve = await bring("sieve");
  const slug = await open({
    frame: { tracks: ["Literary"], reference: { ...named("lamp"), threshold: 0.5 } },
    claims: { comparator: { by: "name", run: named("oar") }, siblings: [named("lamp", "few-shot")] },
  });
  const plain = await open({ claims: { siblings: [named("oar")] } });
  const before = await read(slug);
  expect(before.marks).toEqual([
    ["lamp", "few-shot", "sibling"],
    ["lamp", "unconfirmed", null],
    ["lamp", "zero-shot", "selecting"],
    ["oar", "zero-shot", null],
    ["sieve", "zero-shot", null],
  ]);

  expect(await edit(sieve, { model: "sieve", isFilter: "on" })).toMatchObject({ ok: true });
  const after = await read(slug);
  expect(after.stamp).not.toBe(before.stamp);
  expect(after.marks.at(-1)).toEqual(["sieve", "zero-shot", "filter"]);
  // Where no run chose the cases nobody is its sibling.
  expect((await read(plain)).marks.filter(([, , apart]) => apart !== null)).toEqual([
    ["sieve", "zero-shot", "filter"],
  ]);
  const where = { action: "model_run.edited", subjectId: String(sieve) };
  const { details } = await db.auditEvent.findFirstOrThrow({ where });
  expect(details).toMatchObject({ before: { isFilter: false }, after: { isFilter: true } });
  // An import of the same run says nothing of it, and changes nothing.
  expect(await bring("sieve")).toBe(sieve);
  expect((await read(slug)).marks.at(-1)).toEqual(["sieve", "zero-shot", "filter"]);

  // Whatever else it is: no model made it.
  await db.modelRun.update({ where: { id: sibling }, data: { isFake: true } });
  expect((await read(slug)).marks[0]).toEqual(["lamp", "few-shot", "fake"]);
  expect(await edit(sibling, { model: "lantern", method: "few-shot" })).toMatchObject({
    error: "named_in_plan",
  });
  expect(await edit(comparator, { model: "oars" })).toMatchObject({ error: "named_in_plan" });
  expect(await edit(comparator, { model: "oar", notes: "Asked twice." })).toMatchObject({ ok: true });
  expect(await edit(sieve, { model: "riddle" })).toMatchObject({ ok: true });
});
