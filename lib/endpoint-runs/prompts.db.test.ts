import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { getEndpointRun, sumLedger } from "#lib/endpoint-runs/queries.ts";
import { type Caller, workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { distribution, listen, promptOf, replyWith } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { addTemplate, addVersion } from "#lib/prompt-templates/mutations.ts";
import { newTemplate, newVersion } from "#lib/prompt-templates/schema.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

describe("a template", async () => {
  const { viewer, trial, cases, endpoint, attempt, start, readRun, readPredictions } = await useTrialRuns();

  const text =
    '{track} ({language})\r\n{turns}\r\nWho speaks as “?”?\r\n{candidates}\r\nSay {{"name": probability}}.';
  const add = async (name = "Plain", written = text) =>
    expectValue(
      await addTemplate(viewer, newTemplate.parse({ benchmark: trial.slug(), name, text: written })),
    ).id;
  const write = (id: number, after: number, written: string) =>
    addVersion(viewer, newVersion.parse({ id, after, text: written }));
  const versionsOf = (templateId: number) =>
    db.promptTemplateVersion.findMany({ where: { templateId }, orderBy: { number: "asc" } });
  const versionOf = async (templateId: number) => (await versionsOf(templateId)).at(-1)?.id ?? 0;
  const plan = async (given: Record<string, unknown>) =>
    prepareRun(
      viewer,
      runRequest.parse({
        benchmark: trial.slug(),
        endpointId: endpoint.id,
        model: "model-b",
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
      "Ilse Brandt",
      "Captain Roe",
      "The Pilot",
      "Old Tamsin",
      'Say {"name": probability}.',
    ].join("\n");
  };
  const pilot: Caller = async () => replyWith(distribution("The Pilot"));

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
      cases: 7,
      leftOut: 1,
      template: null,
      kinds: [{ kind: "choice", cases: 7, leftOut: 1, lacks: "prompt" }],
    });
    const templateVersionId = await versionOf(await add());
    const byTemplate = expectValue(await plan({ templateVersionId })).plan;
    expect(byTemplate).toMatchObject({
      cases: 7,
      leftOut: 1,
      kinds: [{ kind: "choice", cases: 7, leftOut: 1, lacks: "content" }],
    });
    expect(byTemplate.inputTokens).not.toBe(own.inputTokens);
  });

  test("a text with a mistake is kept nowhere, and none is written over", async () => {
    const id = await add();
    expect(await write(id, 1, "{candidates}\n{gold}")).toEqual({
      ok: false,
      error: "invalid",
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
});

describe("grouped cases", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const endpoint = { id: 0 };

  const right = (question: string) => `What ${question} came to be`;
  /** Of each person questions with options, more and more of them, so that no two orders have the same length. */
  const line = (id: string, group: string | null, options: number, before = group) =>
    JSON.stringify({
      id,
      track: "MCQ",
      kind: "texts",
      question: `Which is true of ${id}?`,
      group,
      ...(before && { content: { text: `The life of ${before}.` } }),
      options: [
        { name: right(id), type: "correct" },
        ...Array.from({ length: options - 1 }, (_, at) => ({
          name: `${id}, otherwise ${at}`,
          type: "other",
        })),
      ],
      gold: right(id),
    });

  beforeEach(async () => {
    const where = { protocol: "openai" as const, address: "https://models.example.org/v1", priceInput: 1 };
    const data = { ...where, priceOutput: 2, name: crypto.randomUUID() };
    endpoint.id = (await db.modelEndpoint.create({ data })).id;
    const lines = [
      line("a1", "ann", 2),
      line("b1", "bo", 3),
      line("a2", "ann", 4),
      line("a3", "ann", 3),
      line("c1", null, 3),
      line("b2", "bo", 4),
      line("a4", "ann", 3, "another ann"),
    ];
    expect((await trial.importCases(lines.join("\n"), { track: null })).problems).toEqual([]);
  });

  const requestOf = (given: Record<string, unknown>) =>
    runRequest.parse({
      benchmark: trial.slug(),
      endpointId: endpoint.id,
      model: "m",
      isGrouped: "on",
      atOnce: "1",
      ...given,
    });
  async function start(given: Record<string, unknown> = {}) {
    const { plan } = expectValue(await prepareRun(viewer, requestOf(given)));
    return { plan, id: expectValue(await startRun(viewer, requestOf(given), plan)).id };
  }

  /** Answers what the questions of a prompt have it say, by the text of the right option. */
  const knowing =
    (leftOut: readonly string[] = []): Caller =>
    async (_reach, request) => {
      const asked = promptOf(request)
        .split(/^## (?=Q\d+$)/m)
        .slice(1);
      const lines = asked.flatMap((text) => {
        const id = /Which is true of (\w+)\?/.exec(text)?.[1] ?? "";
        const letter = new RegExp(`^([A-Z])\\. ${right(id)}$`, "m").exec(text)?.[1];
        return leftOut.includes(id) ? [] : `${text.slice(0, text.indexOf("\n"))}: ${letter}`;
      });
      return replyWith(lines.join("\n"));
    };

  async function readAnswers(id: string) {
    const { runId } = await db.endpointRun.findUniqueOrThrow({ where: { id } });
    const predictions = await db.prediction.findMany({
      where: { runId: runId ?? 0 },
      select: { correct: true, failed: true, caseVersion: { select: { case: { select: { key: true } } } } },
      orderBy: { caseVersionId: "asc" },
    });
    const told = predictions.map(({ correct, failed, caseVersion: { case: one } }) => [
      one.key,
      failed ? "unanswered" : correct,
    ]);
    const taken = await db.modelResponse.aggregate({
      where: { runId: runId ?? 0 },
      _sum: { cost: true, tokens: true },
    });
    return { runId, answers: Object.fromEntries(told) as Record<string, unknown>, taken: taken._sum };
  }

  test("a call asks about all questions of a group that have the same before them, and is told and paid once", async () => {
    const { heard, caller } = listen(knowing());
    const { id, plan } = await start();
    expect(plan).toMatchObject({ cases: 7, calls: 4, mostInCall: 3 });
    expect((await workOff(viewer, id, quiet(), caller)).how).toBe("done");
    expect(heard.map((one) => promptOf(one).match(/Which is true of \w+/g)?.length)).toEqual([3, 2, 1, 1]);
    const [first = ""] = heard.map(promptOf);
    expect(first.match(/The life of ann/g)).toHaveLength(1);
    expect(first).toMatch(/\n\nQ1: A \| B\nQ2: A \| B \| C \| D\nQ3: A \| B \| C$/);
    const { answers, taken, runId } = await readAnswers(id);
    expect(Object.values(answers)).toEqual(Array.from({ length: 7 }, () => true));
    // Each call is said to take 100 and 10 tokens.
    expect(taken).toEqual({ tokens: 440, cost: expect.closeTo(4 * 0.00012, 12) as number });
    expect(await sumLedger(viewer, id, 5)).toMatchObject({ answered: 4, tries: 4, unansweredCases: 0 });
    const run = await db.modelRun.findUniqueOrThrow({ where: { id: runId ?? 0 } });
    expect(run.instructions).toContain("all questions of a group in one message");
  });

  test("of a study’s cases each has its share of what its call took", async () => {
    await workOff(viewer, (await start()).id, quiet(), knowing(["a2"]));
    const design = { frame: { tracks: ["MCQ"] }, sample: { seed: 7, quota: { MCQ: 7 } } };
    const slug = await makeDraft(viewer, trial.slug(), design);
    expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    const taken = (await getRows(viewer, slug))?.runs[0]?.taken;
    expect(taken).toMatchObject({ cases: 7, failed: 1, tries: 4 });
    expect([taken?.money, taken?.seconds].map((one) => Number(one?.toFixed(9)))).toEqual([0.00048, 0.02]);
  });

  test("what has no line is unanswered, not wrong, and the call isn’t made again", async () => {
    const { heard, caller } = listen(knowing(["a2", "b1", "b2"]));
    const { id } = await start({ tries: "2" });
    await workOff(viewer, id, quiet(), caller);
    // Of bo nothing was answered: that is a failed try, made again.
    expect(heard).toHaveLength(5);
    const { answers } = await readAnswers(id);
    expect(answers).toEqual({
      a1: true,
      a2: "unanswered",
      a3: true,
      a4: true,
      b1: "unanswered",
      b2: "unanswered",
      c1: true,
    });
    const sums = await sumLedger(viewer, id, 2);
    expect(sums).toMatchObject({ answered: 3, failed: 1, unansweredCases: 3 });
    expect(sums.failures).toMatchObject([{ failure: "empty", count: 2 }]);
  });

  test("goes on after its process was killed: no group that has an answer is asked again", async () => {
    const { id } = await start();
    const killed = new AbortController();
    let calls = 0;
    const dying: Caller = async (...given) => {
      calls += 1;
      if (calls === 3) {
        killed.abort();
        throw killed.signal.reason;
      }
      return knowing()(...given);
    };
    await expect(workOff(viewer, id, quiet(killed.signal), dying)).rejects.toThrow();
    const { heard, caller } = listen(knowing());
    expect(await workOff(viewer, id, quiet(), caller)).toMatchObject({ how: "done", interrupted: 1 });
    expect(heard).toHaveLength(2);
    expect(Object.values((await readAnswers(id)).answers)).toEqual(Array.from({ length: 7 }, () => true));
  });

  test("several samples, each in orders of its own that are kept; a fake model answers by lines", async () => {
    const caller: Caller = async (_reach, request) =>
      replyWith(answerOf("fake-70", 1, promptOf(request), { draw: request.seed }).text);
    const { id, plan } = await start({ samples: "3", temperature: "1", seed: "5" });
    expect(plan.calls).toBe(12);
    expect((await workOff(viewer, id, quiet(), caller)).how).toBe("done");
    expect(Object.values((await readAnswers(id)).answers)).not.toContain("unanswered");
    const calls = await db.modelCall.findMany({
      where: { endpointRunId: id },
      orderBy: { caseVersionId: "asc" },
    });
    expect(calls.map(({ optionOrder }) => optionOrder.length).sort((a, b) => a - b)).toEqual([
      3, 3, 3, 3, 3, 3, 7, 7, 7, 9, 9, 9,
    ]);
    expect(new Set(calls.map(({ optionOrder }) => optionOrder.join(" "))).size).toBeGreaterThan(6);
  });

  test("nothing but typed options is asked about in groups", async () => {
    const label = {
      kind: "label",
      labels: ["Yes", "No"],
      content: { parts: [{ role: "judged", text: "Rain." }] },
    };
    await trial.importCases(JSON.stringify({ id: "d1", track: "Labels", ...label }), { track: null });
    expect(await prepareRun(viewer, requestOf({}))).toMatchObject({
      error: "invalid",
      fields: { isGrouped: "not_together" },
    });
    expect((await prepareRun(viewer, requestOf({ over: "tracks", tracks: "MCQ" }))).ok).toBe(true);
  });
});

describe("arms", async () => {
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
          name: `Models ${crypto.randomUUID()}`,
          protocol: "openai",
          address: "https://models.example.org/v1",
        },
      })
    ).id;
  const pilot = async () => replyWith(distribution("The Pilot"));

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
});
