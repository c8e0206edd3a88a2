import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun } from "#lib/endpoint-runs/mutations.ts";
import { getEndpointRun } from "#lib/endpoint-runs/queries.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { distribution, listen, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { addTemplate, addVersion } from "#lib/prompt-templates/mutations.ts";
import { newTemplate, newVersion } from "#lib/prompt-templates/schema.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, trial, cases, endpoint, attempt, start, readRun, readPredictions } = await useTrialRuns();

const text =
  '{track} ({language})\r\n{turns}\r\nWho speaks as “?”?\r\n{candidates}\r\nSay {{"name": probability}}.';
const add = async (name = "Plain", written = text) =>
  expectValue(await addTemplate(viewer, newTemplate.parse({ benchmark: trial.slug(), name, text: written })))
    .id;
const write = (id: number, after: number, written: string) =>
  addVersion(viewer, newVersion.parse({ id, after, text: written }));
const versionsOf = (templateId: number) =>
  db.promptTemplateVersion.findMany({ where: { templateId }, orderBy: { number: "asc" } });
const versionOf = async (templateId: number) => (await versionsOf(templateId)).at(-1)?.id ?? 0;
const plan = async (given: Record<string, unknown>) =>
  prepareRun(
    viewer,
    runRequest.parse({
      ...{ benchmark: trial.slug(), endpointId: endpoint.id, model: "model-b" },
      ...given,
    }),
  );

/** What is sent of the case of this number, to the byte. */
const rendered = (n: number) => {
  const [question, answer] = [`Question ${n}, then.`, /Answer \d+: .*/.exec(cases[n]?.prompt ?? "")?.[0]];
  return [
    "Literary (en)",
    `Captain Roe: [He doubts the almanac] (tapping the glass) ${question}`,
    `?: [The harbour is safer] ${answer}`,
    "Who speaks as “?”?",
    ...["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"],
    'Say {"name": probability}.',
  ].join("\n");
};
const pilot: Caller = async () => say(distribution("The Pilot"));

test("what is sent is the text with what each case holds, to the byte; the run says which version it was", async () => {
  const templateVersionId = await versionOf(await add());
  const id = await start({ templateVersionId });
  const { heard, caller } = listen(pilot);
  await workOff(viewer, id, quiet(), caller);
  expect(heard.map(({ messages }) => messages.map(({ role, text: sent }) => [role, sent])).sort()).toEqual(
    cases.map((_, n) => [["user", rendered(n)]]).sort(),
  );
  const sha256 = createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
  expect(await getEndpointRun(viewer, id)).toMatchObject({
    template: { id: templateVersionId, number: 1, sha256, template: { name: "Plain" } },
    plan: { template: { id: templateVersionId, name: "Plain", number: 1, sha256 } },
  });
  const { runId } = await readRun(id);
  expect(await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } })).toMatchObject({
    instructions: `Benchside’s template “Plain”, version 1 (SHA-256 ${sha256}), with what the case holds put in, as one user message; no system message. Temperature 0.`,
    context: "Parts: track, language, turns, candidates.",
  });
  const predictions = await readPredictions(id);
  expect(predictions.map(({ correct }) => correct)).toEqual([false, false, true, false, false, false]);
});

test("cases that are shown first are asked by the same text, and several samples of it", async () => {
  const templateVersionId = await versionOf(await add());
  const id = await start({ templateVersionId, shots: "3", samples: "2", temperature: "1" });
  const { heard, caller } = listen(pilot);
  await workOff(viewer, id, quiet(), caller);
  expect(heard).toHaveLength(12);
  const texts = new Set(cases.map((_, n) => rendered(n)));
  for (const { messages } of heard)
    for (const { role, text: sent } of messages) expect(texts.has(sent)).toBe(role === "user");
});

test("a case that couldn’t be taken apart is left out and counted; one without a prompt is asked", async () => {
  const options = ["Ilse Brandt", "The Pilot"];
  const content = { turns: [{ speaker: null, parts: [{ type: "speech", text: "Wait for the bell." }] }] };
  const lines = [
    { id: "odd", prompt: "Ilse Brandt or The Pilot?", options, gold: "The Pilot" },
    { id: "bare", content, options, gold: "The Pilot" },
  ];
  const stored = await trial.importCases(lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(stored.problems).toEqual([]);
  const own = expectValue(await plan({})).plan;
  expect(own).toMatchObject({
    ...{ cases: 7, leftOut: 1, template: null },
    kinds: [{ kind: "choice", cases: 7, leftOut: 1, lacks: "prompt" }],
  });
  const templateVersionId = await versionOf(await add());
  const byTemplate = expectValue(await plan({ templateVersionId })).plan;
  expect(byTemplate).toMatchObject({
    ...{ cases: 7, leftOut: 1 },
    kinds: [{ kind: "choice", cases: 7, leftOut: 1, lacks: "content" }],
  });
  expect(byTemplate.inputTokens).not.toBe(own.inputTokens);
});

test("a text with a mistake is kept nowhere, and none is written over", async () => {
  const id = await add();
  expect(await write(id, 1, "{candidates}\n{gold}")).toEqual({
    ...{ ok: false, error: "invalid" },
    fields: { text: "unknown_field", line: "2", found: "gold" },
  });
  expect(await write(id, 1, text)).toMatchObject({ ok: false, error: "same" });
  expect(await write(id, 1, "{turns}\n{candidates}")).toEqual({ ok: true, value: { number: 2 } });
  expect(await write(id, 1, "{candidates}")).toMatchObject({ ok: false, error: "newer" });
  expect((await versionsOf(id)).map((version) => version.text)).toEqual([
    text.replaceAll("\r\n", "\n"),
    "{turns}\n{candidates}",
  ]);
  const again = newTemplate.parse({ benchmark: trial.slug(), name: "Plain", text });
  expect(await addTemplate(viewer, again)).toMatchObject({ ok: false, fields: { name: "taken" } });
  expect(newTemplate.safeParse({ ...again, text: "a".repeat(20_001) }).success).toBe(false);
  expect(await trial.countEvents("prompt_template.added")).toBe(1);
  expect(await trial.countEvents("prompt_template.changed")).toBe(1);
});

test("a template of another benchmark, or none at all, begins nothing", async () => {
  expect(await attempt({ templateVersionId: 2 ** 31 - 1 })).toMatchObject({
    ok: false,
    error: "no_template",
  });
  const other = await db.benchmark.create({ data: { slug: crypto.randomUUID(), name: "Other" } });
  const given = newTemplate.parse({ benchmark: other.slug, name: "Plain", text });
  const { id } = expectValue(await addTemplate(viewer, given));
  expect(await attempt({ templateVersionId: await versionOf(id) })).toMatchObject({ error: "no_template" });
});

test("a benchmark goes with its templates, and what was asked by them", async () => {
  await start({ templateVersionId: await versionOf(await add()) });
  await db.job.deleteMany({ where: { benchmarkId: trial.id() } });
  await db.benchmark.delete({ where: { id: trial.id() } });
  expect(await db.promptTemplate.count({ where: { benchmarkId: trial.id() } })).toBe(0);
});
