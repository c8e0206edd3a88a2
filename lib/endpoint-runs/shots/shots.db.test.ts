import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { distribution, listen } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { resultCsv } from "#lib/testing/benchmark-files.ts";

const { viewer, trial, cases, right, attempt, start, readRun } = await useTrialRuns();
const gold = new Map(cases.map(({ prompt, gt }) => [prompt, gt]));

test("each case is asked after others with their right answers, never after itself; the run says so", async () => {
  const id = await start({ shots: "3", method: "few-shot 3" });
  const { heard, caller } = listen(async (reach, request, signal) => {
    const own = request.messages.slice(-1);
    return right(reach, { ...request, messages: own }, signal);
  });
  await workOff(viewer, id, quiet(), caller);
  expect(heard).toHaveLength(6);
  for (const { messages } of heard) {
    expect(messages.map(({ role }) => role).join(" ")).toBe(
      "user assistant user assistant user assistant user",
    );
    const prompts = messages.filter(({ role }) => role === "user").map(({ text }) => text);
    expect(new Set(prompts).size).toBe(4);
    for (const [n, { text }] of messages.entries()) {
      if (messages[n]?.role !== "assistant") continue;
      const certain = JSON.parse(text) as Record<string, number>;
      expect(certain[gold.get(messages[n - 1]?.text ?? "") ?? ""]).toBe(1);
      expect(Object.values(certain).filter((share) => share === 0)).toHaveLength(3);
    }
  }
  const { runId } = await readRun(id);
  const { instructions } = await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } });
  expect(instructions).toContain("Before it 3 other cases of its track");
  const shown = await db.endpointRunCase.findMany({ where: { endpointRunId: id } });
  expect(
    shown.every(({ shots, caseVersionId }) => shots.length === 3 && !shots.includes(caseVersionId)),
  ).toBe(true);
});

test("of a run that is named only its right answers are shown, whole", async () => {
  const rows = cases.map((one, n) => ({
    case: one,
    probs: [0.1, 0.1, 0.1, 0.1].map((share, at) => (at === (n < 4 ? n % 4 : (n + 1) % 4) ? 0.7 : share)),
    response: `Because of ${n}: ${distribution(one.gt)}`,
  }));
  await trial.importResults(resultCsv(rows), { model: "thinker" });
  const { id: shotsRunId } = await db.modelRun.findFirstOrThrow({
    where: { model: "thinker", benchmarkId: trial.id() },
  });
  const id = await start({ shots: "1", areShotsPerCase: "on", shotsRunId: String(shotsRunId) });
  const { heard, caller } = listen(right);
  await workOff(viewer, id, quiet(), caller).catch(() => undefined);
  expect(heard.length).toBeGreaterThan(0);
  for (const { messages } of heard) expect(messages[1]?.text).toMatch(/^Because of [0-3]: \{/);
});

test("no case of a study is shown, and a pool that is too small is refused at the field", async () => {
  const versions = await db.caseVersion.findMany({ where: { case: { track: { benchmarkId: trial.id() } } } });
  const study = await db.study.create({
    data: { slug: `study-${trial.id()}`, title: "A study", draft: {}, benchmarkId: trial.id() },
  });
  await db.studyCase.createMany({
    data: versions
      .slice(0, 3)
      .map(({ id }) => ({ studyId: study.id, caseVersionId: id, stratum: "selected" as const })),
  });
  expect(await attempt({ shots: "3" })).toMatchObject({ error: "invalid", fields: { shots: "pool_small" } });
  const id = await start({ shots: "1" });
  const shown = await db.endpointRunCase.findMany({ where: { endpointRunId: id } });
  const ofStudy = new Set(versions.slice(0, 3).map(({ id: one }) => one));
  expect(shown.flatMap(({ shots }) => shots).filter((shot) => ofStudy.has(shot))).toEqual([]);
});
