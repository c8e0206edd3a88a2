import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelRun, pauseRun, resumeRun } from "#lib/endpoint-runs/mutations.ts";
import { getLiveRun, listEndpointRuns, sumLedger } from "#lib/endpoint-runs/queries.ts";
import { beginTry } from "#lib/endpoint-runs/running/ledger.ts";
import { type Caller, workOff } from "#lib/endpoint-runs/running/work-off.ts";
import {
  distribution,
  failing,
  listen,
  promptOf,
  replyWith,
} from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { listTriedCases } from "#lib/endpoint-runs/trial-queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";
import { getTemplate } from "#lib/prompt-templates/queries.ts";
import { newTemplate } from "#lib/prompt-templates/schema.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

describe("trials", async () => {
  const { viewer, trial, cases, right, attempt, start, readRun } = await useTrialRuns();

  const tryOn = async (count: number, given: Record<string, unknown> = {}, calls = count) =>
    expectValue(await attempt({ trialCases: String(count), ...given }, calls)).id;
  const askedBy = async (id: string) =>
    (await db.endpointRunCase.findMany({ where: { endpointRunId: id } }))
      .map(({ caseVersionId }) => caseVersionId)
      .sort((a, b) => a - b);
  async function live(id: string) {
    const run = await getLiveRun(viewer, id);
    if (!run) throw new Error("the trial is gone");
    return run;
  }

  describe("which cases are tried", () => {
    test("those that the seed draws, the same again by the same", async () => {
      const drawn = await Promise.all(["1", "1", "2", "3"].map((trialSeed) => tryOn(3, { trialSeed })));
      const asked = (await Promise.all(drawn.map(askedBy))).map((ids) => ids.join());
      expect(asked[0]).toBe(asked[1]);
      expect(new Set(asked).size).toBeGreaterThan(1);
      expect((await live(drawn[2] ?? "")).plan).toMatchObject({
        cases: 3,
        calls: 3,
        trial: { seed: 2, of: 6 },
      });
    });

    test("at least one and no more than twenty", async () => {
      for (const trialCases of ["0", "21", "2.5"]) expect(() => attempt({ trialCases })).toThrow();
    });
  });

  test("a trial tells what was sent and what came back, and no model run ever comes of it", async () => {
    const id = await tryOn(3, { tries: "2" });
    const silent =
      cases[Number((await listTriedCases(viewer, await live(id)))[0]?.key.slice(-1)) - 1]?.prompt;
    const { heard, caller } = listen(async (...asked) =>
      promptOf(asked[1]) === silent ? failing("filtered") : right(...asked),
    );
    expect(await workOff(viewer, id, quiet(), caller)).toMatchObject({ how: "done", runId: null });
    const run = await live(id);
    expect(run).toMatchObject({ purpose: "trial", state: "finished", run: null, template: null });
    const tried = await listTriedCases(viewer, run);
    expect(tried.flatMap(({ samples }) => samples.map(({ sent }) => sent)).sort()).toEqual(
      [...new Set(heard.map(promptOf))].sort(),
    );
    for (const { gold, answer, samples, money } of tried) {
      if (samples[0]?.sent === silent) {
        expect(answer).toBeNull();
        expect(samples[0]?.tries.map(({ failure, fault }) => [failure, fault.said])).toEqual([
          ["filtered", "It failed by filtered."],
          ["filtered", "It failed by filtered."],
        ]);
        continue;
      }
      expect(answer).toMatchObject({ choice: gold, isRight: true, probability: expect.closeTo(0.7, 9) });
      expect(samples[0]?.tries[0]).toMatchObject({ failure: null, inputTokens: 100, outputTokens: 10 });
      expect(samples[0]?.tries[0]?.text).toContain(gold);
      expect(money).toBeCloseTo(0.00012, 12);
    }
    expect(await listRuns(viewer, trial.id())).toEqual([]);
    expect(await listEndpointRuns(viewer, trial.slug())).toEqual([]);
    expect((await listEndpointRuns(viewer, trial.slug(), "trial")).map((one) => one.id)).toEqual([id]);
    const events = await db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
    expect(events.map(({ action }) => action)).toEqual([
      "endpoint_run.trial_started",
      "endpoint_run.trial_finished",
    ]);
  });

  test("a version of a template is tried: all texts as they were sent, and no run is counted for it", async () => {
    const given = { benchmark: trial.slug(), name: "Plain", text: "{turns}\n\n{candidates}" };
    const { id: templateId } = expectValue(await addTemplate(viewer, newTemplate.parse(given)));
    const templateVersionId = (await getTemplate(viewer, templateId))?.versions[0]?.id ?? 0;
    const keys = await db.case.findMany({
      where: { track: { benchmarkId: trial.id() } },
      select: { key: true },
    });
    const analyses = keys.map(({ key }) => JSON.stringify({ case: key, analysis: `Of ${key}.` })).join("\n");
    for (const settings of [
      { samples: "2", temperature: "1" },
      { orders: "2", shotsAnswer: "written", analyses },
    ]) {
      const id = await tryOn(2, { templateVersionId, shots: "1", ...settings }, 4);
      const { heard, caller } = listen(async () => replyWith(distribution("The Pilot")));
      await workOff(viewer, id, quiet(), caller);
      const tried = await listTriedCases(viewer, await live(id));
      const sent = tried.flatMap(({ shots, samples }) =>
        samples.map((one) =>
          [...shots.flatMap(({ prompt, answer }) => [prompt, answer]), one.sent].join("\n"),
        ),
      );
      const asked = heard.map(({ messages }) => messages.map(({ text }) => text).join("\n"));
      expect(asked.sort()).toEqual(sent.sort());
      expect(new Set(asked).size).toBe("orders" in settings ? 4 : 2);
      expect(tried.every(({ answer }) => answer?.choice === "The Pilot")).toBe(true);
    }
    expect((await getTemplate(viewer, templateId))?.versions[0]?.runs).toBe(0);
  });

  test("it stops at a budget, is paused, goes on and is cancelled as a run is, beside a run of its name", async () => {
    await start();
    const id = await tryOn(4, { budgetTokens: "150", atOnce: "1" });
    expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "stopped", reason: "tokens" });
    expectValue(await resumeRun(viewer, id, { budgetTokens: null }));
    expectValue(await pauseRun(viewer, id));
    expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "left" });
    expectValue(await resumeRun(viewer, id));
    // Killed in between: what is left is asked, and nothing twice.
    const stopping = new AbortController();
    const killed: Caller = (_reach, _request, signal) => {
      stopping.abort(new Error("killed"));
      return delay(600_000, failing("timeout"), { signal });
    };
    await expect(workOff(viewer, id, quiet(stopping.signal), killed)).rejects.toThrow();
    expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "done", runId: null });
    expect((await live(id)).sums).toMatchObject({ answered: 4, underWay: 0 });
    const another = await tryOn(2);
    expectValue(await cancelRun(viewer, another));
    expect(await readRun(another)).toMatchObject({ state: "cancelled", runId: null });
  });
});

describe("cases that nobody has tried", async () => {
  const { trial, attempt } = await useTrialRuns();

  /** A study that has drawn these cases. */
  async function draw(benchmarkId: number, versionIds: readonly number[]): Promise<void> {
    const { id: studyId } = await db.study.create({
      data: { slug: crypto.randomUUID(), title: "A study", draft: {}, benchmarkId },
    });
    await db.studyCase.createMany({
      data: versionIds.map((caseVersionId) => ({ studyId, caseVersionId, stratum: "selected" as const })),
    });
  }

  /** The same case in another benchmark, under another name. */
  async function copyElsewhere(versionId: number): Promise<{ benchmarkId: number; versionId: number }> {
    const benchmark = await db.benchmark.create({ data: { slug: crypto.randomUUID(), name: "Elsewhere" } });
    const track = await db.track.create({
      data: { benchmarkId: benchmark.id, name: "Other", language: "en", position: 1 },
    });
    const whole = await db.caseVersion.findUniqueOrThrow({ where: { id: versionId } });
    const { number, hash, promptHash, original, form, optionNames, optionCount, answerLength } = whole;
    const copy = await db.caseVersion.create({
      data: {
        number,
        hash,
        promptHash,
        original,
        form,
        optionNames,
        optionCount,
        answerLength,
        content: whole.content ?? {},
        case: { create: { trackId: track.id, key: "renamed", kind: "choice", position: 1 } },
      },
    });
    return { benchmarkId: benchmark.id, versionId: copy.id };
  }

  test("no case is tried that a study has, itself or as a copy elsewhere; of too few it is said why", async () => {
    const found = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() } } },
      orderBy: { id: "asc" },
    });
    const [own = 0, copied = 0, ...free] = found.map(({ id }) => id);
    await draw(trial.id(), [own]);
    const copy = await copyElsewhere(copied);
    await draw(copy.benchmarkId, [copy.versionId]);
    expect(await attempt({ trialCases: "5" })).toEqual({
      ok: false,
      error: "invalid",
      fields: { trialCases: "few_cases", free: "4", inStudies: "2", unasked: "0" },
    });
    const { id } = expectValue(await attempt({ trialCases: "4" }, 4));
    const tried = await db.endpointRunCase.findMany({
      where: { endpointRunId: id },
      orderBy: { caseVersionId: "asc" },
    });
    expect(tried.map(({ caseVersionId }) => caseVersionId)).toEqual(free);
    await draw(trial.id(), free);
    expect(await attempt({ trialCases: "1" })).toMatchObject({ fields: { free: "0", inStudies: "6" } });
  });
});

describe("working a run off", async () => {
  const { viewer, trial, cases, endpoint, right, start, readRun, readPredictions } = await useTrialRuns();

  describe("a run", () => {
    test("sends each case’s own prompt to the byte, once, and becomes a model run with its answers", async () => {
      const id = await start({ temperature: "0", maxTokens: "400", replicate: "2" });
      const { heard, caller } = listen(right);
      const { how } = await workOff(viewer, id, quiet(), caller);
      expect(how).toBe("done");
      expect(heard.map(promptOf).sort()).toEqual(cases.map(({ prompt }) => prompt).sort());
      expect(heard[0]).toMatchObject({
        temperature: 0,
        maxTokens: 400,
        model: "model-b",
        timeoutMs: 600_000,
      });
      expect(heard.every(({ messages }) => messages.length === 1 && messages[0]?.role === "user")).toBe(true);
      const { state, runId } = await readRun(id);
      expect(state).toBe("finished");
      const predictions = await readPredictions(id);
      expect(predictions).toHaveLength(6);
      expect(
        predictions.every(({ correct, probabilities }) => correct && Math.max(...probabilities) === 0.7),
      ).toBe(true);
      const run = await db.modelRun.findUniqueOrThrow({
        where: { id: runId ?? 0 },
        include: { tracks: true },
      });
      expect(run).toMatchObject({ model: "model-b", method: "zero-shot", replicate: 2, isFake: false });
      expect(run.tracks).toMatchObject([{ matched: 6, failed: 0, missing: 0 }]);
      expect(run.instructions).toContain("to the byte");
      const response = await db.modelResponse.findFirstOrThrow({ where: { runId: runId ?? 0 } });
      expect(response).toMatchObject({ cost: expect.closeTo(0.00012, 12), tokens: 110 });
    });

    test("what failed is tried again, each try kept and paid; a case without an answer is unanswered, never wrong", async () => {
      const id = await start({ tries: "3" });
      const tries = new Map<string, number>();
      const moody: Caller = async (reach, request, signal) => {
        const prompt = promptOf(request);
        const made = (tries.get(prompt) ?? 0) + 1;
        tries.set(prompt, made);
        if (prompt === cases[0]?.prompt) return replyWith("I would rather not say.");
        if (prompt === cases[1]?.prompt && made < 3) return replyWith('{"Somebody": 1}');
        return right(reach, request, signal);
      };
      await workOff(viewer, id, quiet(), moody);
      const sums = await sumLedger(viewer, id, 3);
      expect(sums).toMatchObject({ answered: 5, failed: 1, tries: 10, underWay: 0, unpriced: 0 });
      expect(sums.money).toBeCloseTo(10 * 0.00012, 12);
      expect(sums.failures).toMatchObject([
        { failure: "no_json", count: 3 },
        { failure: "names", count: 2 },
      ]);
      const predictions = await readPredictions(id);
      expect(predictions.filter(({ failed }) => failed)).toMatchObject([{ correct: null, choice: null }]);
    });

    test("goes on after its process was killed: nothing that has an answer is asked again, what was under way is", async () => {
      const id = await start({ tries: "1", atOnce: "1" });
      const stopping = new AbortController();
      const first = listen(async (reach, request, signal) => {
        if (first.heard.length < 4) return right(reach, request, signal);
        stopping.abort(new Error("killed"));
        return delay(600_000, failing("timeout"), { signal });
      });
      await expect(workOff(viewer, id, quiet(stopping.signal), first.caller)).rejects.toThrow();
      expect((await readRun(id)).state).toBe("running");
      expect(await sumLedger(viewer, id, 1)).toMatchObject({ answered: 3, tries: 4, underWay: 1 });
      const second = listen(right);
      const ended = await workOff(viewer, id, quiet(), second.caller);
      expect(ended).toMatchObject({ how: "done", interrupted: 1 });
      expect(second.heard).toHaveLength(3);
      expect(await readPredictions(id)).toHaveLength(6);
      const sums = await sumLedger(viewer, id, 1);
      expect(sums).toMatchObject({
        answered: 6,
        failed: 0,
        tries: 7,
        failures: [{ failure: "interrupted", count: 1 }],
      });
    });

    test("more tokens than the database holds of a prediction are stored as the most", async () => {
      const id = await start({ samples: "2", temperature: "1" });
      const tokens = { input: 2 ** 30 - 1, cached: null, output: 2 ** 30 - 1, reasoning: null };
      await workOff(viewer, id, quiet(), async () => replyWith(distribution("The Pilot"), { tokens }));
      const response = await db.modelResponse.findFirstOrThrow({
        where: { runId: (await readRun(id)).runId ?? 0 },
      });
      expect(response.tokens).toBe(2 ** 31 - 1);
    });

    test("no try is made twice", async () => {
      const id = await start();
      const [one] = await db.endpointRunCase.findMany({ where: { endpointRunId: id }, take: 1 });
      const key = {
        endpointRunId: id,
        caseVersionId: one?.caseVersionId ?? 0,
        sample: 1,
        attempt: 1,
        order: null,
      };
      await beginTry(key);
      await expect(beginTry(key)).rejects.toMatchObject({ code: "23505" });
    });
  });

  describe("it stops", () => {
    const stopped = async (id: string) => {
      const { state, stopReason, stopCause, stopStatus, stopDetail } = await readRun(id);
      return { state, stopReason, stopCause, stopStatus, stopDetail };
    };

    test("when its money is used up, and goes on once more is allowed", async () => {
      const id = await start({ budgetMoney: "0.0002", atOnce: "1" });
      expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "stopped", reason: "money" });
      expect(await stopped(id)).toMatchObject({ state: "stopped", stopReason: "money" });
      expect(await sumLedger(viewer, id, 5)).toMatchObject({ answered: 2, tries: 2 });
      expect(await db.modelRun.count({ where: { model: "model-b", benchmarkId: trial.id() } })).toBe(0);
    });

    test("after so many failures in a row", async () => {
      const id = await start({ failuresInARow: "2", atOnce: "1", tries: "1" });
      expect(await workOff(viewer, id, quiet(), async () => failing("filtered"))).toMatchObject({
        reason: "failures",
      });
      expect(await stopped(id)).toMatchObject({ state: "stopped", stopReason: "failures" });
      expect(expectValue(await resumeRun(viewer, id))).toBeUndefined();
      expect(await workOff(viewer, id, quiet(), right)).toMatchObject({ how: "done" });
      const predictions = await readPredictions(id);
      expect(predictions.filter(({ failed }) => failed)).toHaveLength(2);
    });

    test("at once where the endpoint refuses whatever is sent, and says what it said", async () => {
      const id = await start({ atOnce: "1" });
      await workOff(viewer, id, quiet(), async () => failing("refused", true));
      expect(await stopped(id)).toEqual({
        state: "stopped",
        stopReason: "refused",
        stopCause: "server_failed",
        stopStatus: 500,
        stopDetail: "It failed by refused.",
      });
      expect(await db.modelCall.count({ where: { endpointRunId: id } })).toBe(1);
    });

    test("when it is paused: what was sent comes in, nothing more is sent; when it is cancelled nobody waits", async () => {
      const id = await start({ atOnce: "2" });
      const { heard, caller } = listen(async (reach, request, signal) => {
        if (heard.length === 2) await pauseRun(viewer, id);
        await expect.poll(async () => (await readRun(id)).state).toBe("paused");
        return right(reach, request, signal);
      });
      expect(await workOff(viewer, id, quiet(), caller)).toMatchObject({ how: "left" });
      expect(heard).toHaveLength(2);
      expect(await sumLedger(viewer, id, 5)).toMatchObject({ answered: 2, underWay: 0 });
      await resumeRun(viewer, id);
      const hanging: Caller = async (_reach, _request, signal) => {
        await cancelRun(viewer, id);
        await delay(600_000, undefined, { signal });
        return failing("timeout");
      };
      expect(await workOff(viewer, id, quiet(), hanging)).toMatchObject({ how: "left" });
      expect((await readRun(id)).state).toBe("cancelled");
      expect(await sumLedger(viewer, id, 5)).toMatchObject({ answered: 2, underWay: 0 });
    });
  });

  describe("several samples", () => {
    const votes = ["Ilse Brandt", "Ilse Brandt", "The Pilot"];
    const drawing: Caller = async (_reach, { seed }) =>
      replyWith(distribution(votes[(seed ?? 0) - 7] ?? "", 0.6));

    test("by majority: a choice without probabilities, so that it has no calibration", async () => {
      const given = { samples: "3", temperature: "0.7", seed: "7", combining: "majority" };
      const id = await start({ ...given, method: "self-consistency 3" });
      await workOff(viewer, id, quiet(), drawing);
      const predictions = await readPredictions(id);
      expect(predictions).toHaveLength(6);
      expect(
        predictions.every(({ choice, probabilities }) => choice === 0 && probabilities.length === 0),
      ).toBe(true);
    });

    test("by mean: the mean of what was said", async () => {
      const id = await start({ samples: "3", temperature: "0.7", seed: "7", combining: "mean" });
      await workOff(viewer, id, quiet(), drawing);
      const [prediction] = await readPredictions(id);
      expect(prediction?.probabilities[0]).toBeCloseTo((0.6 + 0.6 + 0.4 / 3) / 3, 12);
    });
  });

  test("an answer of a server that only plays its models marks endpoint and run for good", async () => {
    const id = await start();
    await workOff(viewer, id, quiet(), async () => replyWith(distribution("The Pilot"), { isFake: true }));
    const { runId } = await readRun(id);
    expect(await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } })).toMatchObject({
      isFake: true,
    });
    expect(await db.modelEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).toMatchObject({
      isFake: true,
    });
  });
});
