import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun } from "#lib/endpoint-runs/mutations.ts";
import { getLiveRun } from "#lib/endpoint-runs/queries.ts";
import { type Caller, workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import {
  distribution,
  failing,
  listen,
  promptOf,
  replyWith,
} from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";
import { newTemplate } from "#lib/prompt-templates/schema.ts";
import { makePrompt, optionNames, profileOf, resultCsv } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

describe("orders", async () => {
  const { viewer, trial, cases, endpoint, attempt, start, readRun, readPredictions } = await useTrialRuns();

  /** The names in the order in which a prompt lists them. */
  const listedIn = (prompt: string) =>
    [...prompt.matchAll(/^(?:## \d\. )?(Ilse Brandt|Captain Roe|The Pilot|Old Tamsin)$/gm)].map(
      ([, name]) => name ?? "",
    );
  /** A model that believes in whoever stands first. */
  const first: Caller = async (_reach, request) =>
    replyWith(distribution(listedIn(promptOf(request))[0] ?? ""));
  const ledgerOf = (endpointRunId: string) =>
    db.modelCall.findMany({
      where: { endpointRunId },
      orderBy: [{ caseVersionId: "asc" }, { sample: "asc" }, { attempt: "asc" }],
    });
  const plan = (given: Record<string, unknown>) =>
    prepareRun(
      viewer,
      runRequest.parse({ benchmark: trial.slug(), endpointId: endpoint.id, model: "model-b", ...given }),
    );
  const parityOf = async (id: string) => {
    const { runId } = await readRun(id);
    return db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } });
  };

  test("each case is asked about in so many orders by one seed, and the mean of what was said is its answer", async () => {
    const id = await start({ orders: "3", seed: "7", temperature: "0" });
    const { heard, caller } = listen(first);
    await workOff(viewer, id, quiet(), caller);
    expect(heard).toHaveLength(18);
    expect(new Set(heard.map(({ seed }) => seed))).toEqual(new Set([7]));
    const sent = new Set(heard.map(promptOf));
    expect(sent.size).toBe(18);
    for (const { prompt } of cases) expect(sent.has(prompt)).toBe(true);

    const ledger = await ledgerOf(id);
    for (const [n, prediction] of (await readPredictions(id)).entries()) {
      const tries = ledger.filter(({ caseVersionId }) => caseVersionId === prediction.caseVersionId);
      expect(tries.map(({ sample }) => sample)).toEqual([1, 2, 3]);
      expect(tries[0]?.optionOrder).toEqual([0, 1, 2, 3]);
      for (const { optionOrder } of tries) {
        const names = optionOrder.map((option) => optionNames[option] ?? "");
        const [before = "", after = ""] = (cases[n]?.prompt ?? "").split(/## 1[^]*years\./);
        const listed = names.map((name, at) => `## ${at + 1}. ${name}\n${profileOf(name)}`).join("\n\n");
        expect(sent.has(`${before}${listed}${after}`)).toBe(true);
      }
      for (const [option, probability] of prediction.probabilities.entries()) {
        const chosen = tries.filter(({ optionOrder }) => optionOrder[0] === option).length;
        expect(probability).toBeCloseTo((0.7 * chosen + 0.1 * (3 - chosen)) / 3, 12);
      }
    }
    expect(await parityOf(id)).toMatchObject({
      instructions:
        "The case’s own prompt, to the byte but for the order of its candidates, as one user message; no system message. Temperature 0.",
      optionOrder:
        "The mean over 3 orders of each case: the file’s, then others drawn by seed 7; a candidate moves with all that stands below it and in lists of names in the form of the answer, numbers stay in place.",
    });
  });

  test("an order that brings no answer is left out of the mean, which is told; a case is unanswered if none does", async () => {
    const id = await start({ orders: "2", tries: "1" });
    const partly: Caller = async (reach, request, signal) => {
      const prompt = promptOf(request);
      const isOf = (n: number) => prompt.includes(`Question ${n}, then.`);
      const isTurned = !cases.some((one) => one.prompt === prompt);
      return isOf(0) || (isOf(1) && isTurned) ? failing("filtered") : first(reach, request, signal);
    };
    await workOff(viewer, id, quiet(), partly);
    const [none, some, ...others] = await readPredictions(id);
    expect(none).toMatchObject({ failed: true, choice: null, probabilities: [] });
    expect(some).toMatchObject({ failed: false, choice: 0 });
    expect(some?.probabilities[0]).toBeCloseTo(0.7, 12);
    expect(others.every(({ failed }) => !failed)).toBe(true);
    expect((await parityOf(id)).optionOrder).toContain(
      "; cases that lack an answer in some of them (1): over the others.",
    );
    expect(await getLiveRun(viewer, id)).toMatchObject({
      plan: { cases: 6, calls: 12 },
      sums: { answered: 9, failed: 3, unansweredCases: 1 },
    });
  });

  test("a prompt that leaves another order in doubt is left out and counted, also where cases are shown first", async () => {
    const line = (track: string, prompt: string) => ({
      id: track,
      track,
      prompt,
      options: optionNames,
      gold: "The Pilot",
    });
    const doubtful = [
      line("Literary", `Which of ${optionNames.join(", ")} is it?`),
      line("Alone", `${makePrompt()}\nThink of candidate 2.`),
    ];
    const lines = doubtful.map((one) => JSON.stringify(one)).join("\n");
    expect((await trial.importCases(lines, { track: null })).problems).toEqual([]);
    expect(expectValue(await plan({})).plan).toMatchObject({ cases: 8, leftOut: 0 });
    const given = { orders: "4", shots: "3", model: "shown" };
    const told = expectValue(await plan(given)).plan;
    expect(told).toMatchObject({
      cases: 6,
      leftOut: 2,
      calls: 24,
      kinds: [
        { kind: "choice", cases: 6, leftOut: 0, lacks: "prompt" },
        { kind: "choice", cases: 0, leftOut: 2, lacks: "order" },
      ],
    });
    const id = expectValue(await attempt(given, 24)).id;
    const { heard, caller } = listen(async (_reach, { messages }) =>
      replyWith(distribution(listedIn(messages.at(-1)?.text ?? "")[0] ?? "")),
    );
    await workOff(viewer, id, quiet(), caller);
    expect(heard).toHaveLength(24);
    const known = [...cases, ...doubtful].map(({ prompt }) => prompt);
    const shown = heard.flatMap(({ messages }) =>
      messages.slice(0, -1).filter(({ role }) => role === "user"),
    );
    expect(shown).toHaveLength(72);
    expect(shown.every(({ text }) => known.includes(text))).toBe(true);
    expect(new Set(await readPredictions(id).then((all) => all.map(({ failed }) => failed)))).toEqual(
      new Set([false]),
    );
    expect((await parityOf(id)).instructions).toContain(", with options as in the file. Temperature 0.");
    expect(await plan({ orders: "4", over: "tracks", tracks: "Alone" })).toMatchObject({
      fields: { orders: "no_order" },
    });
  });

  test("a template lists the candidates and their profiles in every order, and leaves none out", async () => {
    const odd = { id: "odd", track: "Literary", options: optionNames, gold: "The Pilot" };
    const content = {
      turns: [{ speaker: null, parts: [{ type: "speech", text: "Wait for candidate 2." }] }],
    };
    expect((await trial.importCases(JSON.stringify({ ...odd, content }))).problems).toEqual([]);
    const text = "{turns}\n{candidates}\n--\n{profiles}";
    const given = newTemplate.parse({ benchmark: trial.slug(), name: "Plain", text });
    const template = expectValue(await addTemplate(viewer, given));
    const version = await db.promptTemplateVersion.findFirstOrThrow({ where: { templateId: template.id } });
    const templateVersionId = String(version.id);
    const told = expectValue(await plan({ orders: "5", templateVersionId })).plan;
    expect(told).toMatchObject({ cases: 7, leftOut: 0, calls: 35, template: { name: "Plain" } });
    const id = expectValue(await attempt({ orders: "5", templateVersionId }, 35)).id;
    const { heard, caller } = listen(first);
    await workOff(viewer, id, quiet(), caller);
    const orders = heard.map(promptOf).map((prompt) => {
      const [above = "", below = ""] = prompt.split("\n--\n");
      const listed = listedIn(above);
      expect(below.split("\n").map((one) => one.split(": ")[0])).toEqual(listed);
      expect(listed.toSorted()).toEqual(optionNames.toSorted());
      return `${above.split("\n")[0]} ${listed.join()}`;
    });
    expect(new Set(orders).size).toBe(35);
    const kept = (await ledgerOf(id)).map(({ optionOrder }) =>
      optionOrder.map((option) => optionNames[option]).join(),
    );
    expect(orders.map((one) => kept.some((order) => one.endsWith(order)))).not.toContain(false);
    const parity = await parityOf(id);
    expect(parity.instructions).toMatch(/^Benchside’s template “Plain”, version 1 \(SHA-256 [0-9a-f]{64}\)/);
    expect(parity.optionOrder).toBe(
      "The mean over 5 orders of each case: the file’s, then others drawn by seed 0.",
    );
  });

  test("what can’t be is refused at the field", async () => {
    const refused = async (given: Record<string, unknown>) => {
      const planned = await plan(given);
      return planned.ok ? null : { ...("fields" in planned ? planned.fields : {}) };
    };
    expect(await refused({ orders: "2", samples: "2", temperature: "1" })).toEqual({
      orders: "with_samples",
    });
    expect(await refused({ orders: "24" })).toBeNull();
    expect(runRequest.safeParse({ benchmark: "x", endpointId: 1, model: "m", orders: "25" }).success).toBe(
      false,
    );
    const names = ["Ilse Brandt", "Captain Roe"];
    const two = { id: "two", track: "Two", prompt: makePrompt({ names }), options: names, gold: names[0] };
    expect((await trial.importCases(JSON.stringify(two), { track: null })).problems).toEqual([]);
    expect(await refused({ orders: "2" })).toBeNull();
    expect(await refused({ orders: "3" })).toEqual({ orders: "few_options" });
    const ratings = readFileSync("docs/formats/ratings-example.jsonl");
    expect((await trial.importCases(ratings, { track: null })).problems).toEqual([]);
    expect(await refused({ orders: "2" })).toEqual({ orders: "no_lists" });
  });
});

describe("cases that are shown first", async () => {
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
    const versions = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() } } },
    });
    const study = await db.study.create({
      data: { slug: `study-${trial.id()}`, title: "A study", draft: {}, benchmarkId: trial.id() },
    });
    await db.studyCase.createMany({
      data: versions
        .slice(0, 3)
        .map(({ id }) => ({ studyId: study.id, caseVersionId: id, stratum: "selected" as const })),
    });
    expect(await attempt({ shots: "3" })).toMatchObject({
      error: "invalid",
      fields: { shots: "pool_small" },
    });
    const id = await start({ shots: "1" });
    const shown = await db.endpointRunCase.findMany({ where: { endpointRunId: id } });
    const ofStudy = new Set(versions.slice(0, 3).map(({ id: one }) => one));
    expect(shown.flatMap(({ shots }) => shots).filter((shot) => ofStudy.has(shot))).toEqual([]);
  });
});
