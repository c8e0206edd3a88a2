import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun } from "#lib/endpoint-runs/mutations.ts";
import { listShownCases } from "#lib/endpoint-runs/queries.ts";
import { workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { maxAnalyses } from "#lib/endpoint-runs/setting-limits.ts";
import { distribution, listen, replyWith } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { makePrompt, optionNames } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, trial, cases, endpoint, attempt, readRun } = await useTrialRuns();

/** Their ids, in the order of the file. */
const keysOf = async (track = "Literary") => {
  const found = await db.case.findMany({
    where: { track: { benchmarkId: trial.id(), name: track } },
    orderBy: { position: "asc" },
  });
  return found.map(({ key }) => key);
};
const line = (key: string, analysis: string, more: object = {}) =>
  JSON.stringify({ case: key, analysis, ...more });
const written = (keys: readonly string[]) => keys.map((key, n) => line(key, `Because of ${n}.`)).join("\n");
const plan = (given: Record<string, unknown>) =>
  prepareRun(
    viewer,
    runRequest.parse({
      benchmark: trial.slug(),
      endpointId: endpoint.id,
      model: "model-b",
      shots: "1",
      shotsAnswer: "written",
      ...given,
    }),
  );
const pilot = listen(async () => replyWith(distribution("The Pilot")));

test("only cases with an analysis are shown, each with it and then the right option; run and parity record keep it", async () => {
  const keys = await keysOf();
  const analyses = written(keys.slice(0, 2));
  const told = expectValue(await plan({ analyses })).plan;
  expect(told.analyses).toEqual({ usable: 2, without: 4, unused: 0 });
  const alone = expectValue(await plan({ shotsAnswer: "" })).plan;
  // "Because of 0." has five tokens, and is sent with each of six cases.
  expect([alone.analyses, told.inputTokens]).toEqual([null, alone.inputTokens + 30]);
  const given = { shots: "1", areShotsPerCase: "on", shotsAnswer: "written", analyses };
  const { id } = expectValue(await attempt(given));
  await workOff(viewer, id, quiet(), pilot.caller);
  expect(pilot.heard).toHaveLength(6);
  for (const { messages } of pilot.heard) {
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    const shown = cases.findIndex(({ prompt }) => prompt === messages[0]?.text);
    const certain = Object.fromEntries(optionNames.map((name) => [name, name === cases[shown]?.gt ? 1 : 0]));
    expect(messages[1]?.text).toBe(`Because of ${shown}.\n\n${JSON.stringify(certain)}`);
  }
  const run = await readRun(id);
  expect(Object.values(run.analyses as object).sort()).toEqual(["Because of 0.", "Because of 1."]);
  expect(run.settings).toMatchObject({ areShotsAnalysed: true, shotsRunId: null });
  const { instructions } = await db.modelRun.findUniqueOrThrow({ where: { id: run.runId ?? 0 } });
  expect(instructions).toContain(
    "1 other case of its track, each with an analysis written by hand and the right option as its answer",
  );
  const listed = await listShownCases(viewer, id, 100);
  expect(listed).toMatchObject([
    { track: "Literary", key: keys[0], analysis: "Because of 0.", count: 2 },
    { track: "Literary", key: keys[1], analysis: "Because of 1.", count: 2 },
  ]);
  expect(listed.reduce((sum, { times }) => sum + times, 0)).toBe(6);
});

test("what may not be shown isn’t, which the plan tells: a study’s cases, those of a track that isn’t asked about", async () => {
  const keys = await keysOf();
  const elsewhere = {
    id: "other",
    track: "Drama",
    prompt: makePrompt(),
    options: optionNames,
    gold: "The Pilot",
  };
  expect((await trial.importCases(JSON.stringify(elsewhere), { track: null })).problems).toEqual([]);
  const study = await db.study.create({
    data: { slug: `study-${trial.id()}`, title: "A study", draft: {}, benchmarkId: trial.id() },
  });
  const served = await db.caseVersion.findFirstOrThrow({
    where: { case: { key: keys[0] ?? "", track: { benchmarkId: trial.id() } } },
  });
  await db.studyCase.create({ data: { studyId: study.id, caseVersionId: served.id, stratum: "selected" } });
  const over = { over: "tracks", tracks: "Literary" };
  const told = expectValue(await plan({ ...over, analyses: written([...keys.slice(0, 4), "other"]) }));
  expect(told.plan.analyses).toEqual({ usable: 3, without: 2, unused: 2 });
  const versions = new Set(told.shots.flatMap(({ shots }) => shots));
  expect(versions.has(served.id)).toBe(false);
  expect(await plan({ ...over, shots: "3", analyses: written(keys.slice(0, 4)) })).toMatchObject({
    fields: { analyses: "few_analyses" },
  });
});

test("a line that can’t be so is refused with its number, and nothing is begun", async () => {
  const [key = ""] = await keysOf();
  const refused = async (analyses: string) => {
    const planned = await plan({ analyses });
    return planned.ok ? null : "fields" in planned && planned.fields;
  };
  const first = line(key, "Because.");
  expect(await refused(`${first}\n${line("nobody", "x")}`)).toEqual({
    analyses: "unknown_case",
    line: "2",
    found: "nobody",
  });
  expect(await refused(line(key, "x", { track: "Drama" }))).toMatchObject({ analyses: "unknown_case" });
  expect(await refused(`${first}\n\n${line(key, "x", { track: "Literary" })}`)).toEqual({
    analyses: "case_twice",
    line: "3",
    found: key,
  });
  const twin = { id: key, track: "Drama", prompt: makePrompt(), options: optionNames, gold: "The Pilot" };
  expect((await trial.importCases(JSON.stringify(twin), { track: null })).problems).toEqual([]);
  expect(await refused(first)).toMatchObject({ analyses: "case_in_tracks", line: "1" });
  expect(await refused("no JSON")).toMatchObject({ analyses: "not_a_line", line: "1" });
  expect(await attempt({ shots: "1", shotsAnswer: "written", analyses: "no JSON" })).toMatchObject({
    ok: false,
  });
  expect(await db.endpointRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
});

test("none, or more than a form brings, is refused at the field; what another answer is shown with is kept nowhere", async () => {
  const parse = (given: object) =>
    runRequest.safeParse({ benchmark: "x", endpointId: "1", model: "m", shots: "1", ...given });
  const messageOf = (given: object) => parse({ shotsAnswer: "written", ...given }).error?.issues[0];
  expect(messageOf({ analyses: " " })).toMatchObject({ path: ["analyses"], message: "no_analyses" });
  expect(messageOf({ analyses: "李".repeat(maxAnalyses / 3 + 1) })).toMatchObject({
    message: "analyses_long",
  });
  expect(parse({ analyses: "x" }).data).toMatchObject({
    analyses: "",
    settings: { areShotsAnalysed: false },
  });
  expect(parse({ shots: "0", shotsAnswer: "written", analyses: "x" }).data).toMatchObject({ analyses: "" });
  expect(parse({ shotsAnswer: "7" }).data).toMatchObject({ settings: { shotsRunId: 7 } });
  expect(parse({ shotsRunId: "7" }).data).toMatchObject({ settings: { shotsRunId: 7 } });
});
