import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { cancelRun, prepareRun, resumeRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { getLiveRun, listEndpointRuns } from "#lib/endpoint-runs/queries.ts";
import { workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { failing, promptOf } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

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
      ...{ failure: "filtered", count: 7 },
      ...{ cause: "server_failed", status: 500, said: "It failed by filtered." },
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
