import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelRun, pauseRun, resumeRun } from "#lib/endpoint-runs/mutations.ts";
import { getLiveRun, listEndpointRuns } from "#lib/endpoint-runs/queries.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { distribution, failing, listen, promptOf, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { listTriedCases } from "#lib/endpoint-runs/trials/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";
import { getTemplate } from "#lib/prompt-templates/queries.ts";
import { newTemplate } from "#lib/prompt-templates/schema.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

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
  const silent = cases[Number((await listTriedCases(viewer, await live(id)))[0]?.key.slice(-1)) - 1]?.prompt;
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
    const { heard, caller } = listen(async () => say(distribution("The Pilot")));
    await workOff(viewer, id, quiet(), caller);
    const tried = await listTriedCases(viewer, await live(id));
    const sent = tried.flatMap(({ shots, samples }) =>
      samples.map((one) => [...shots.flatMap(({ prompt, answer }) => [prompt, answer]), one.sent].join("\n")),
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
