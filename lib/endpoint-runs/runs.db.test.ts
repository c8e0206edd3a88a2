import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelRun, prepareRun, resumeRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { getLiveRun, listEndpointRuns, sumLedger } from "#lib/endpoint-runs/queries.ts";
import { type Caller, workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import {
  distribution,
  failing,
  listen,
  promptOf,
  replyWith,
} from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { listCosts } from "#lib/study-results/models/costs.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

describe("judges", async () => {
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
    return replyWith(answerOf("fake-70", 1, promptOf(request), { draw }).text);
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
    const counted = Object.fromEntries(
      plan.kinds.map(({ kind, cases, leftOut }) => [kind, [cases, leftOut]]),
    );
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
    const { heard, caller } = listen(async () =>
      replyWith(heard.length % 2 === 0 ? "Rather good." : '{"score": 9}'),
    );
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
});

describe("over a study’s sample", async () => {
  const { viewer, benchmark, open } = await useTrialStudies({ cases: 12 });

  test("over a study’s sample: its served cases and no others, in its results at once, with what it took", async () => {
    const study = await open();
    await finish(study, 5, 7200);
    const { id: endpointId } = await db.modelEndpoint.create({
      data: {
        name: "Models",
        protocol: "openai",
        address: "https://models.example.org/v1",
        priceInput: 1,
        priceOutput: 2,
      },
    });
    const served = await db.studyCase.findMany({ where: { studyId: study.id } });
    const given = { benchmark: benchmark.slug, study: study.slug, endpointId, model: "model-b", atOnce: "1" };
    const started = await startRun(viewer, runRequest.parse(given), { calls: served.length });
    let calls = 0;
    const moody: Caller = async () => {
      calls += 1;
      return calls === 2 ? failing("filtered") : replyWith(distribution("The Pilot"), { totalMs: 3600 });
    };
    await workOff(viewer, expectValue(started).id, quiet(), moody);
    const asked = await db.endpointRunCase.findMany({ where: { endpointRunId: expectValue(started).id } });
    expect(asked.map((one) => one.caseVersionId).sort()).toEqual(
      served.map((one) => one.caseVersionId).sort(),
    );
    const rows = await getRows(viewer, study.slug);
    const run = rows?.runs.find(({ model }) => model === "model-b");
    if (!rows || !run) throw new Error("the run isn’t in the results");
    expect(run.predictions.choice.every((choice) => choice >= 0)).toBe(true);
    expect(run.taken).toEqual({
      cases: 5,
      failed: 0,
      tries: 6,
      seconds: expect.closeTo(5 * 3.6 + 0.005, 9),
      currency: "USD",
      money: expect.closeTo(5 * 0.00012, 12),
    });
    const [people, model] = listCosts(rows, mainView("people"));
    expect(people).toMatchObject({ runId: null, n: 5, hours: expect.closeTo(2, 9) });
    expect(model).toMatchObject({
      n: 5,
      tries: 1.2,
      money: expect.closeTo(0.12, 9),
      hours: expect.closeTo(1, 2),
    });
    const [track] = await db.modelRunTrack.findMany({ where: { run: { model: "model-b" } } });
    expect(track).toMatchObject({ matched: 5, missing: 7 });
  });
});

describe("starting", async () => {
  const { attempt, endpoint } = await useTrialRuns();

  describe("what can’t be begun", () => {
    test("says why", async () => {
      expect(await attempt({ samples: "2" })).toMatchObject({
        error: "invalid",
        fields: { temperature: "no_chance" },
      });
      expect(await attempt({}, 7)).toMatchObject({ error: "changed" });
      expect(await attempt({ benchmark: "elsewhere" })).toMatchObject({ error: "not_found" });
      expect(await attempt({ endpointId: "999999" })).toMatchObject({ error: "no_endpoint" });
      expect(await attempt({ tracks: "Drama" })).toMatchObject({ error: "no_cases" });
      await db.modelEndpoint.update({ where: { id: endpoint.id }, data: { priceOutput: null } });
      expect(await attempt({ budgetMoney: "1" })).toMatchObject({ fields: { budgetMoney: "no_price" } });
    });

    test("a run of the same name that is there, or being asked for, also by a double click", async () => {
      const both = await Promise.all([attempt({}), attempt({})]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      expect(both.find(({ ok }) => !ok)).toMatchObject({ error: "taken" });
      expect(await attempt({ version: "2" })).toMatchObject({ ok: true });
    });
  });
});

describe("a live run", async () => {
  const { viewer, trial, cases, endpoint, right, start } = await useTrialRuns();

  test("whoever begins a run was told what it takes now: calls, tokens, money and host", async () => {
    const asked = { benchmark: trial.slug(), endpointId: String(endpoint.id), model: "model-b" };
    const request = runRequest.parse(asked);
    const { plan } = expectValue(await prepareRun(viewer, request));
    expect(plan.money).toBeCloseTo((plan.inputTokens + 2 * plan.outputTokens) / 1e6, 12);
    const address = "https://elsewhere.example.org/v1";
    await db.modelEndpoint.update({ where: { id: endpoint.id }, data: { address } });
    expect(await startRun(viewer, request, plan)).toMatchObject({ error: "changed" });
    await db.modelEndpoint.update({ where: { id: endpoint.id }, data: { priceOutput: null } });
    const now = expectValue(await prepareRun(viewer, request)).plan;
    expect(now).toMatchObject({ calls: plan.calls, host: "elsewhere.example.org", money: null });
    expect(await startRun(viewer, request, now)).toMatchObject({ ok: true });
    // Nothing is begun through one that was retired.
    await db.modelEndpoint.update({ where: { id: endpoint.id }, data: { removedAt: new Date() } });
    const again = runRequest.parse({ ...asked, version: "2" });
    expect(await prepareRun(viewer, again)).toMatchObject({ error: "no_endpoint" });
  });

  test("a case has no answer where none of its samples has one and all tries are used up", async () => {
    const id = await start({ samples: "2", temperature: "1", tries: "2" });
    const [silent = "", moody = ""] = cases.map(({ prompt }) => prompt);
    const heard = new Map<string, number>();
    await workOff(viewer, id, quiet(), async (reach, request, signal) => {
      const prompt = promptOf(request);
      heard.set(prompt, (heard.get(prompt) ?? 0) + 1);
      if (prompt === silent) return failing("filtered");
      // One of its samples is answered by the last try that is left for both.
      if (prompt === moody && heard.get(prompt) !== 4) return failing("filtered");
      return right(reach, request, signal);
    });
    const run = await getLiveRun(viewer, id);
    expect(run).toMatchObject({ state: "finished", plan: { calls: 12, cases: 6 } });
    expect(run?.sums).toMatchObject({ answered: 9, failed: 3, unansweredCases: 1, tries: 16, underWay: 0 });
    expect(run?.sums.failures).toEqual([
      {
        failure: "filtered",
        count: 7,
        cause: "server_failed",
        status: 500,
        said: "It failed by filtered.",
      },
    ]);
    expect(JSON.stringify(run)).not.toMatch(/Ilse Brandt/);
  });

  test("a run that used up its budget goes on with another; what was cancelled stays in the list", async () => {
    const id = await start({ budgetTokens: "150", atOnce: "1" });
    expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "stopped", reason: "tokens" });
    expect(await getLiveRun(viewer, id)).toMatchObject({ state: "stopped", stopReason: "tokens" });
    expectValue(await resumeRun(viewer, id, { budgetTokens: null }));
    const before = (await listRuns(viewer, trial.id())).length;
    expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "done" });
    // What pages remember of the benchmark's figures holds no longer.
    const runs = await listRuns(viewer, trial.id());
    expect(runs).toHaveLength(before + 1);
    expect(runs.find(({ run }) => run.model === "model-b")?.pooled).toMatchObject({ n: 6, correct: 6 });
    const event = await db.auditEvent.findFirst({ where: { action: "endpoint_run.resumed", subjectId: id } });
    expect(event?.details).toEqual({ budgetTokens: null });
    const cancelled = await start({ version: "2" });
    expectValue(await cancelRun(viewer, cancelled));
    const listed = await listEndpointRuns(viewer, trial.slug());
    expect(listed.map((run) => [run.id, run.state])).toEqual([
      [cancelled, "cancelled"],
      [id, "finished"],
    ]);
  });
});
