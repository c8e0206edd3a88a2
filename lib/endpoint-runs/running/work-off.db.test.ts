import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelRun, pauseRun, resumeRun } from "#lib/endpoint-runs/mutations.ts";
import { sumLedger } from "#lib/endpoint-runs/queries.ts";
import { beginTry } from "#lib/endpoint-runs/running/ledger.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { distribution, failing, listen, promptOf, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, trial, cases, endpoint, right, start, readRun, readPredictions } = await useTrialRuns();

describe("a run", () => {
  test("sends each case’s own prompt to the byte, once, and becomes a model run with its answers", async () => {
    const id = await start({ temperature: "0", maxTokens: "400", replicate: "2" });
    const { heard, caller } = listen(right);
    const { how } = await workOff(viewer, id, quiet(), caller);
    expect(how).toBe("done");
    expect(heard.map(promptOf).sort()).toEqual(cases.map(({ prompt }) => prompt).sort());
    expect(heard[0]).toMatchObject({ temperature: 0, maxTokens: 400, model: "model-b", timeoutMs: 600_000 });
    expect(heard.every(({ messages }) => messages.length === 1 && messages[0]?.role === "user")).toBe(true);
    const { state, runId } = await readRun(id);
    expect(state).toBe("finished");
    const predictions = await readPredictions(id);
    expect(predictions).toHaveLength(6);
    expect(
      predictions.every(({ correct, probabilities }) => correct && Math.max(...probabilities) === 0.7),
    ).toBe(true);
    const run = await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 }, include: { tracks: true } });
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
      if (prompt === cases[0]?.prompt) return say("I would rather not say.");
      if (prompt === cases[1]?.prompt && made < 3) return say('{"Somebody": 1}');
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
      ...{ state: "stopped", stopReason: "refused", stopCause: "server_failed", stopStatus: 500 },
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
  const drawing: Caller = async (_reach, { seed }) => say(distribution(votes[(seed ?? 0) - 7] ?? "", 0.6));

  test("by majority: a choice without probabilities, so that it has no calibration", async () => {
    const given = { samples: "3", temperature: "0.7", seed: "7", combining: "majority" };
    const id = await start({ ...given, method: "self-consistency 3" });
    await workOff(viewer, id, quiet(), drawing);
    const predictions = await readPredictions(id);
    expect(predictions).toHaveLength(6);
    expect(predictions.every(({ choice, probabilities }) => choice === 0 && probabilities.length === 0)).toBe(
      true,
    );
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
  await workOff(viewer, id, quiet(), async () => say(distribution("The Pilot"), { isFake: true }));
  const { runId } = await readRun(id);
  expect(await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } })).toMatchObject({ isFake: true });
  expect(await db.modelEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).toMatchObject({
    isFake: true,
  });
});
