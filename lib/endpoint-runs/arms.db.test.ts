import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { distribution, listen, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";
import { newTemplate } from "#lib/prompt-templates/schema.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, benchmark, open } = await useTrialStudies({ cases: 12 });

const context: Arms = {
  differ: "context",
  unit: "people",
  arms: [
    { name: "All turns", turns: null },
    { name: "No turn before", turns: 0 },
  ],
};
const instructions: Arms = {
  differ: "instructions",
  unit: "people",
  arms: [
    { name: "As before", instructions: { en: "", "zh-CN": "" } },
    { name: "Slowly", instructions: { en: "Read slowly.", "zh-CN": "慢慢读。" } },
  ],
};

const addEndpoint = async () =>
  (
    await db.modelEndpoint.create({
      data: {
        ...{ name: `Models ${crypto.randomUUID()}`, protocol: "openai" },
        address: "https://models.example.org/v1",
      },
    })
  ).id;
const pilot = async () => say(distribution("The Pilot"));

async function addTemplateVersion(): Promise<number> {
  const text = "{turns}\n{candidates}";
  const { id } = expectValue(
    await addTemplate(viewer, newTemplate.parse({ benchmark: benchmark.slug, name: "Plain", text })),
  );
  return (await db.promptTemplateVersion.findFirstOrThrow({ where: { templateId: id } })).id;
}

test("by a template each case is asked about as each arm shows it, and answered for each", async () => {
  const study = await open({ assignment: { arms: context, people: 4 } });
  const given = { benchmark: benchmark.slug, study: study.slug, endpointId: await addEndpoint() };
  const own = runRequest.parse({ ...given, model: "model-b" });
  // The prompt of a case is of the case as it was: nothing else is asked by it.
  expect(expectValue(await prepareRun(viewer, own)).plan).toMatchObject({ cases: 5, leftOut: 5 });
  const templateVersionId = await addTemplateVersion();
  const request = runRequest.parse({ ...given, templateVersionId, model: "model-b" });
  const { id } = expectValue(await startRun(viewer, request, {}));
  const { heard, caller } = listen(pilot);
  await workOff(viewer, id, quiet(), caller);
  const sent = heard.map(({ messages }) => messages[0]?.text ?? "");
  expect(sent.filter((text) => text.includes("Captain Roe: "))).toHaveLength(5);
  expect(sent.filter((text) => text.startsWith("?: "))).toHaveLength(5);
  const run = await db.endpointRun.findUniqueOrThrow({ where: { id } });
  const predictions = await db.prediction.findMany({
    where: { runId: run.runId ?? 0 },
    select: { caseVersion: { select: { variation: true } } },
  });
  expect(predictions.map(({ caseVersion }) => caseVersion.variation).sort()).toEqual([
    ...Array.from({ length: 5 }, () => "context:0"),
    ...Array.from({ length: 5 }, () => null),
  ]);
});

test("as an arm that is told something, a run sends its words first, and is named and kept apart by it", async () => {
  const study = await open({ assignment: { arms: instructions, people: 4 } });
  const given = { benchmark: benchmark.slug, study: study.slug, endpointId: await addEndpoint() };
  const ask = (arm: string) => runRequest.parse({ ...given, arm, model: "model-c" });
  expect(await prepareRun(viewer, ask("3"))).toMatchObject({ ok: false, fields: { arm: "unknown" } });
  const prompts = new Map<string, string[]>();
  for (const arm of ["1", "2"]) {
    const prepared = expectValue(await prepareRun(viewer, ask(arm)));
    expect(prepared.plan).toMatchObject({ cases: 5, arm: { number: Number(arm) } });
    const { id } = expectValue(await startRun(viewer, ask(arm), prepared.plan));
    const { heard, caller } = listen(pilot);
    await workOff(viewer, id, quiet(), caller);
    prompts.set(
      arm,
      heard.map(({ messages }) => messages[0]?.text ?? ""),
    );
    const run = await db.endpointRun.findUniqueOrThrow({ where: { id }, include: { run: true } });
    expect(run).toMatchObject({ arm: Number(arm), run: { version: arm === "1" ? "As before" : "Slowly" } });
    expect(run.run?.instructions?.includes("after the words of an arm of the study: “Read slowly.”")).toBe(
      arm === "2",
    );
  }
  expect(prompts.get("2")?.toSorted()).toEqual(
    prompts
      .get("1")
      ?.map((text) => `Read slowly.\n\n${text}`)
      .toSorted(),
  );
});
