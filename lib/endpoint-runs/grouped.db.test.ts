import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareRun, startRun } from "#lib/endpoint-runs/mutations.ts";
import { sumLedger } from "#lib/endpoint-runs/queries.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { listen, promptOf, say } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;
const endpoint = { id: 0 };

const right = (question: string) => `What ${question} came to be`;
/** Of each person questions with options, more and more of them, so that no two orders have the same length. */
const line = (id: string, group: string | null, options: number, before = group) =>
  JSON.stringify({
    ...{ id, track: "MCQ", kind: "texts", question: `Which is true of ${id}?`, group },
    ...(before && { content: { text: `The life of ${before}.` } }),
    options: [
      { name: right(id), type: "correct" },
      ...Array.from({ length: options - 1 }, (_, at) => ({ name: `${id}, otherwise ${at}`, type: "other" })),
    ],
    gold: right(id),
  });

beforeEach(async () => {
  const where = { protocol: "openai" as const, address: "https://models.example.org/v1", priceInput: 1 };
  const data = { ...where, priceOutput: 2, name: crypto.randomUUID() };
  endpoint.id = (await db.modelEndpoint.create({ data })).id;
  const lines = [
    ...[line("a1", "ann", 2), line("b1", "bo", 3), line("a2", "ann", 4), line("a3", "ann", 3)],
    ...[line("c1", null, 3), line("b2", "bo", 4), line("a4", "ann", 3, "another ann")],
  ];
  expect((await trial.importCases(lines.join("\n"), { track: null })).problems).toEqual([]);
});

const requestOf = (given: Record<string, unknown>) =>
  runRequest.parse({
    ...{ benchmark: trial.slug(), endpointId: endpoint.id, model: "m", isGrouped: "on", atOnce: "1" },
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
    return say(lines.join("\n"));
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
    ...{ a1: true, a2: "unanswered", a3: true, a4: true },
    ...{ b1: "unanswered", b2: "unanswered", c1: true },
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
    say(answerOf("fake-70", 1, promptOf(request), { draw: request.seed }).text);
  const { id, plan } = await start({ samples: "3", temperature: "1", seed: "5" });
  expect(plan.calls).toBe(12);
  expect((await workOff(viewer, id, quiet(), caller)).how).toBe("done");
  expect(Object.values((await readAnswers(id)).answers)).not.toContain("unanswered");
  const calls = await db.modelCall.findMany({
    where: { endpointRunId: id },
    orderBy: { caseVersionId: "asc" },
  });
  expect(calls.map(({ optionOrder }) => optionOrder.length).sort((a, b) => a - b)).toEqual([
    ...[3, 3, 3, 3, 3, 3, 7, 7, 7, 9, 9, 9],
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
