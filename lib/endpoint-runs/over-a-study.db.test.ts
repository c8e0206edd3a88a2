import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { startRun } from "#lib/endpoint-runs/mutations.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { distribution, failing, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { listTaken } from "#lib/study-results/models/taken.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, benchmark, open } = await useTrialStudies({ cases: 12 });

test("over a study’s sample: its served cases and no others, in its results at once, with what it took", async () => {
  const study = await open();
  await finish(study, 5, 7200);
  const { id: endpointId } = await db.modelEndpoint.create({
    data: {
      ...{ name: "Models", protocol: "openai", address: "https://models.example.org/v1" },
      ...{ priceInput: 1, priceOutput: 2 },
    },
  });
  const served = await db.studyCase.findMany({ where: { studyId: study.id } });
  const given = { benchmark: benchmark.slug, study: study.slug, endpointId, model: "model-b", atOnce: "1" };
  const started = await startRun(viewer, runRequest.parse(given), { calls: served.length });
  let calls = 0;
  const moody: Caller = async () => {
    calls += 1;
    return calls === 2 ? failing("filtered") : say(distribution("The Pilot"), { totalMs: 3600 });
  };
  await workOff(viewer, expectValue(started).id, quiet(), moody);
  const asked = await db.endpointRunCase.findMany({ where: { endpointRunId: expectValue(started).id } });
  expect(asked.map((one) => one.caseVersionId).sort()).toEqual(served.map((one) => one.caseVersionId).sort());
  const rows = await getRows(viewer, study.slug);
  const run = rows?.runs.find(({ model }) => model === "model-b");
  if (!rows || !run) throw new Error("the run isn’t in the results");
  expect(run.predictions.choice.every((choice) => choice >= 0)).toBe(true);
  expect(run.taken).toEqual({
    ...{ cases: 5, failed: 0, tries: 6, seconds: expect.closeTo(5 * 3.6 + 0.005, 9), currency: "USD" },
    money: expect.closeTo(5 * 0.00012, 12),
  });
  const [people, model] = listTaken(rows, mainView("people"));
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
