import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { editRun } from "#lib/model-runs/mutations.ts";
import { getRun } from "#lib/model-runs/queries.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(1);
const trial = await useTrialBenchmark({ cases });
const parity = {
  instructions: "Who is speaking? Answer with one name.",
  context: "Nothing but the case.",
  tools: "None.",
  optionOrder: "As in the file.",
};

async function bringRun() {
  await trial.importResults(resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]));
  return db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id() } });
}

test("what a model had before it is kept, and the record says what it was and what it became", async () => {
  const { id: runId } = await bringRun();
  const { runId: _runId, ...given } = runEdit.parse({ runId, model: "model-a", ...parity });
  expect(await editRun(trial.viewer, runId, given)).toMatchObject({ ok: true });
  expect(await getRun(trial.viewer, trial.id(), runId)).toMatchObject(parity);
  const { details } = await db.auditEvent.findFirstOrThrow({
    where: { action: "model_run.edited", subjectId: String(runId) },
  });
  const nothing = { instructions: "", context: "", tools: "", optionOrder: "" };
  expect(details).toMatchObject({ before: nothing, after: parity });
});

test.each(Object.keys(parity))("more than 2,000 characters of %s are refused", (field) => {
  const long = { runId: 1, model: "model-a", [field]: "x".repeat(2001) };
  const read = runEdit.safeParse(long);
  expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([[[field], "too_long"]]);
});
