import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, failingTries } from "#lib/fake-models/fake-answer.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import { callModel } from "#lib/model-calls/call-model.ts";
import { here, prompt, reach, request } from "#lib/model-calls/testing/requests.ts";
import { startFakeServer, type FakeServer } from "#scripts/fake-models/server.ts";

const seed = 3;
let server: FakeServer;
beforeAll(async () => (server = await startFakeServer({ port: 0, seed })));
afterAll(() => server.close());

const ask = (model: string, more = {}) =>
  callModel(reach(server.port, "openai", "some-key"), request(model, more), { allowed: here });
const send = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
const post = (path: string, body: unknown) =>
  send(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

test("what fails at first succeeds when it is tried again, as often as was known; and then fails anew", async () => {
  const model = "fake-70-error-first-2";
  for (const round of [1, 2]) {
    const outcomes = [];
    for (let at = 0; at < 3; at++) outcomes.push((await ask(model)).ok);
    expect(outcomes, `round ${round}`).toEqual([false, false, true]);
  }
});

test("of many prompts those fail that were known to", async () => {
  const model = "fake-70-rate-every-10";
  const prompts = Array.from({ length: 60 }, (_, number) => `${number}\n${prompt}`);
  const outcomes = await Promise.all(
    prompts.map((text) => ask(model, { messages: [{ role: "user", text }] })),
  );
  const known = prompts.map((text) => failingTries(model, seed, text) === 0);
  expect(outcomes.map(({ ok }) => ok)).toEqual(known);
  expect(new Set(known)).toEqual(new Set([true, false]));
});

test("above temperature 0 the seed of a request says what is drawn, and without one each comes in its turn", async () => {
  const textOf = (draw: number | null) => answerOf("fake-40", seed, prompt, { draw }).text;
  expect((await ask("fake-40", { temperature: 0, seed: 5 })).reply.text).toBe(textOf(null));
  expect((await ask("fake-40", { temperature: 1, seed: 5 })).reply.text).toBe(textOf(5));
  expect((await ask("fake-40", { temperature: 1 })).reply.text).toBe(textOf(0));
  expect((await ask("fake-40", { temperature: 1 })).reply.text).toBe(textOf(1));
});

test("it counts what arrived, by model and key, without telling a key", async () => {
  const model = "fake-71-keyed";
  const { tokens } = answerOf(model, seed, prompt);
  await ask(model, { isStreamed: true });
  await ask(model);
  const stats = await send("/stats").then((response) => response.text());
  expect(stats).not.toContain("some-key");
  const { arrived, ...told } = JSON.parse(stats) as { seed: number; arrived: { model: string }[] };
  expect(told).toEqual({ seed });
  expect(arrived.find((row) => row.model === model)).toEqual({
    model,
    key: createHash("sha256").update("some-key").digest("hex").slice(0, 8),
    calls: 2,
    scripted: 2,
    streamed: 1,
    inputTokens: 2 * tokens.input,
    outputTokens: 2 * tokens.output,
  });
});

test("it embeds texts as directions, the same for the same text", async () => {
  const embed = async (input: unknown) =>
    (await post("/v1/embeddings", { model: "fake-embeddings", input }).then((response) =>
      response.json(),
    )) as {
      data: { embedding: number[] }[];
      usage: unknown;
    };
  const { data, usage } = await embed(["one text", "another"]);
  expect(usage).toEqual({ prompt_tokens: 4, total_tokens: 4 });
  expect(data.map(({ embedding }) => Math.hypot(...embedding))).toEqual([
    expect.closeTo(1),
    expect.closeTo(1),
  ]);
  expect((await embed("one text")).data[0]).toEqual(data[0]);
  expect(data[1]?.embedding).not.toEqual(data[0]?.embedding);
});

test("it lists its models, and marks whatever it says", async () => {
  const response = await send("/v1/models");
  expect(response.headers.get("x-benchside-fake")).toBe("1");
  const { data } = (await response.json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toContain("fake-70-cut-dirty");
});

test.each([
  ["/v1/chat/completions", "no JSON", 400],
  ["/v1/chat/completions", { model: "fake-70" }, 400],
  ["/v1/chat/completions", { model: "gpt-4o", messages: [{ role: "user", content: "A" }] }, 404],
  ["/v1/messages", { model: "gpt-4o", messages: [{ role: "user", content: "A" }] }, 404],
  ["/v1/embeddings", "no JSON", 400],
  ["/v1/embeddings", { model: "e", input: [] }, 400],
  ["/v1/completions", {}, 404],
])("%s refuses %j with %i, marked too", async (path, body, status) => {
  const response = await post(path, body);
  expect([response.status, response.headers.get("x-benchside-fake")]).toEqual([status, "1"]);
  expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
});

test("of cases that are shown first it takes neither options nor answers for those that it is asked about", async () => {
  const messages = [
    { role: "user", content: "Who is it?\nNobody\nSomebody" },
    { role: "assistant", content: '{"Nobody": 1, "Somebody": 0}' },
    { role: "user", content: "Who is it?\nAnn Moor\nBen Croft" },
  ];
  const response = await post("/v1/chat/completions", { model: "fake-70", messages });
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  expect(readAnswer(choices[0]?.message.content ?? "", ["Ann Moor", "Ben Croft"]).ok).toBe(true);
});

test("parts of a message are one text", async () => {
  const content = [
    { type: "text", text: prompt.slice(0, 20) },
    { type: "text", text: prompt.slice(20) },
  ];
  const response = await post("/v1/messages", {
    model: "fake-70",
    system: content,
    messages: [{ role: "user", content }],
  });
  expect(await response.json()).toMatchObject({
    content: [{ text: answerOf("fake-70", seed, `${prompt}\n\n${prompt}`).text }],
  });
});
