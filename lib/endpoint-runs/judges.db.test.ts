import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { sumLedger } from "#lib/endpoint-runs/queries.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { listen, promptOf, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { exportPredictionLines } from "#lib/model-runs/export-predictions.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;
const endpoint = { id: 0 };
const files = ["ratings", "labels", "pairs", "traits", "texts"].map((name) => `formats/${name}-example`);

beforeEach(async () => {
  const where = {
    protocol: "openai" as const,
    address: "https://models.example.org/v1",
    priceInput: 1,
    priceOutput: 2,
  };
  endpoint.id = (await db.modelEndpoint.create({ data: { ...where, name: crypto.randomUUID() } })).id;
});

async function importCases(names: readonly string[]) {
  for (const name of names) {
    const stored = await trial.importCases(readFileSync(`docs/${name}.jsonl`), { track: null });
    expect([name, stored.problems]).toEqual([name, []]);
  }
}

/** The rule of the fake server: it says what it drew, in the form that it is asked for. */
const judge: Caller = async (_reach, request) => {
  const draw = request.temperature ? request.seed : null;
  return say(answerOf("fake-70", 1, promptOf(request), { draw }).text);
};

async function ask(given: Record<string, unknown>, caller: Caller = judge) {
  const request = runRequest.parse({
    benchmark: trial.slug(),
    endpointId: endpoint.id,
    model: "judge",
    ...given,
  });
  const { plan } = expectValue(await prepareRun(viewer, request));
  const { id } = expectValue(await startRun(viewer, request, plan));
  const ended = await workOff(viewer, id, quiet(), caller);
  expect(ended.how).toBe("done");
  return { id, plan, runId: (ended as { runId: number }).runId };
}

const readPredictions = (model: string) =>
  db.prediction.findMany({
    where: { run: { benchmarkId: trial.id(), model } },
    orderBy: { caseVersionId: "asc" },
    omit: { runId: true },
    include: { caseVersion: { select: { case: { select: { kind: true } } } } },
  });

test("every kind but codes and documents is asked, and what was said is what a file of the same judgements brings", async () => {
  await importCases([...files, "examples/thought-analysis", "formats/documents-example"]);
  const { heard, caller } = listen(judge);
  const { id, plan, runId } = await ask({ atOnce: "1" }, caller);
  const counted = Object.fromEntries(plan.kinds.map(({ kind, cases, leftOut }) => [kind, [cases, leftOut]]));
  const cases = await db.case.groupBy({
    by: ["kind"],
    where: { track: { benchmarkId: trial.id() } },
    _count: true,
  });
  expect(counted).toEqual(
    Object.fromEntries(
      cases.map(({ kind, _count: all }) => [
        kind,
        ["codes", "document"].includes(kind) ? [0, all] : [all, 0],
      ]),
    ),
  );
  expect(Object.keys(counted).sort()).toEqual([
    "codes",
    "document",
    "label",
    "pair",
    "rating",
    "texts",
    "traits",
  ]);
  expect(heard).toHaveLength(plan.calls);
  const attributes = await db.caseVersion.findMany({ select: { attributes: true } });
  for (const text of heard.map(promptOf))
    for (const value of attributes.flatMap((one) => Object.values((one.attributes ?? {}) as object)))
      expect(text).not.toContain(`"${String(value)}"`);
  expect(await sumLedger(viewer, id, 5)).toMatchObject({
    answered: plan.cases,
    failed: 0,
  });

  const run = await db.modelRun.findUniqueOrThrow({ where: { id: runId } });
  expect(run.instructions).toContain("Benchside’s own wording, which is no paper’s");
  expect(run.context).toContain("rating: reference, judged");
  expect(run.optionOrder).toContain("pair: drawn for each case and sample, seed 0");

  const written = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  const again = await trial.importResults(written.replaceAll('"model":"judge"', '"model":"file"'), {
    track: null,
    model: null,
  });
  expect(again.problems).toEqual([]);
  expect(await readPredictions("file")).toEqual(await readPredictions("judge"));
});

test("the figures of a study take a judge that was asked as they take one that was imported", async () => {
  await importCases(["formats/ratings-example"]);
  const quota = { Gold: 4, Silver: 2 };
  const design = { frame: { tracks: ["Gold", "Silver"] }, sample: { seed: 7, quota } };
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  await ask({ study: slug });
  const written = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  await trial.importResults(written.replaceAll('"model":"judge"', '"model":"file"'), {
    track: null,
    model: null,
  });
  const rows = await getRows(viewer, slug);
  const predictionsOf = (model: string) => rows?.runs.find((one) => one.model === model)?.predictions;
  expect(predictionsOf("judge")?.choice.every((choice) => choice >= 0)).toBe(true);
  expect(predictionsOf("judge")).toEqual(predictionsOf("file"));
});

thorough(
  "several samples: the runs of traits are kept, others become one; each has an order of its own, which is kept",
  async () => {
    await importCases(files);
    const { id } = await ask({ samples: "3", temperature: "1", seed: "5" });
    const predictions = await readPredictions("judge");
    const of = (kind: string) => predictions.filter(({ caseVersion }) => caseVersion.case.kind === kind);
    expect(of("traits").every(({ traits }) => traits.length === 15)).toBe(true);
    for (const kind of ["rating", "label", "pair", "texts"])
      expect(
        of(kind).every(({ choice, probabilities }) => choice !== null && probabilities.length === 0),
      ).toBe(true);
    const calls = await db.modelCall.findMany({
      where: { endpointRunId: id },
      select: { optionOrder: true },
    });
    const orders = new Set(calls.map(({ optionOrder }) => optionOrder.join(" ")));
    expect(["0 1 2", "1 0 2", ""].every((order) => orders.has(order))).toBe(true);
    await ask({ samples: "3", temperature: "1", seed: "5", combining: "mean", version: "mean" });
    const scores = (await readPredictions("judge")).filter(
      ({ caseVersion, score }) => caseVersion.case.kind === "rating" && score !== null,
    );
    expect(scores).toHaveLength(of("rating").length);
  },
);

test("what isn't in the form is tried again, and without an answer in the end it is missing, not wrong", async () => {
  await importCases(["formats/ratings-example"]);
  const { heard, caller } = listen(async () => say(heard.length % 2 === 0 ? "Rather good." : '{"score": 9}'));
  const { id } = await ask({ tries: "2", atOnce: "1", failuresInARow: "100" }, caller);
  const { failures } = await sumLedger(viewer, id, 2);
  expect(failures.map(({ failure }) => failure).sort()).toEqual(["no_json", "range"]);
  expect((await readPredictions("judge")).every(({ failed, choice }) => failed && choice === null)).toBe(
    true,
  );
});

test("cases are shown before multiple choice alone", async () => {
  await importCases(["formats/ratings-example"]);
  const request = runRequest.parse({
    benchmark: trial.slug(),
    endpointId: endpoint.id,
    model: "judge",
    shots: "1",
  });
  expect(await prepareRun(viewer, request)).toMatchObject({
    error: "invalid",
    fields: { shots: "no_prompts" },
  });
});
