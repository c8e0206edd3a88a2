import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { fakeScripts, type FakeScript } from "#lib/fake-models/scripts.ts";
import { callModel } from "#lib/model-calls/call-model.ts";
import { faultCauses, protocols, type CallFailure, type CallOutcome } from "#lib/model-calls/schema.ts";
import { hangMs } from "#lib/testing/limits.ts";
import { here, key, prompt, reach, request } from "#lib/model-calls/testing/requests.ts";
import { startFakeServer, type FakeServer } from "#scripts/fake-models/server.ts";

const seed = 7;
let server: FakeServer;
beforeAll(async () => (server = await startFakeServer({ port: 0, seed })));
afterAll(() => server.close());

const ways = protocols.flatMap((protocol) => [false, true].map((isStreamed) => ({ protocol, isStreamed })));
type CallMode = (typeof ways)[number];

const call = (model: string, { protocol, isStreamed }: CallMode, more = {}): Promise<CallOutcome> =>
  callModel(reach(server.port, protocol, key), request(model, { isStreamed, ...more }), { allowed: here });

type ExpectedFailure = { failure: CallFailure; status: number | null; isHopeless: boolean };
const failed = (failure: CallFailure, status: number | null, isHopeless = false): ExpectedFailure => ({
  failure,
  status,
  isHopeless,
});

/** What becomes of each script; null where it is an answer all the same. */
const outcomes: Record<FakeScript, ExpectedFailure | null | ((way: CallMode) => ExpectedFailure | null)> = {
  rate: failed("rate", 429),
  "rate-after": failed("rate", 429),
  "rate-date": failed("rate", 429),
  spent: ({ protocol }) => (protocol === "openai" ? failed("rate", 429, true) : failed("refused", 402, true)),
  error: failed("server", 500),
  "error-page": failed("server", 502),
  "error-body": failed("server", 200),
  "error-midway": failed("server", 200),
  bad: failed("refused", 400, true),
  unknown: failed("refused", 404, true),
  redirect: failed("refused", 307, true),
  html: failed("refused", 200, true),
  keyed: failed("refused", 401, true),
  "echo-key": failed("refused", 403, true),
  hang: failed("timeout", null),
  drop: failed("server", null),
  huge: failed("refused", 200),
  truncated: failed("cut", 200),
  half: failed("cut", 200),
  cut: failed("cut", 200),
  "cut-dirty": failed("cut", 200),
  slow: null,
  "no-done": null,
  "no-usage": null,
  unstreamed: ({ isStreamed }) => (isStreamed ? failed("refused", 200, true) : null),
  prose: null,
  "two-objects": null,
  "wrong-names": null,
  "sum-97": null,
  "sum-130": null,
  comma: null,
  percent: null,
  length: failed("length", 200),
  filtered: failed("filtered", 200),
  empty: failed("empty", 200),
  reasoning: null,
  think: null,
};

describe.each(ways)("$protocol, streamed: $isStreamed", (way) => {
  const outcomeOf = (script: FakeScript) => {
    const told = outcomes[script];
    return typeof told === "function" ? told(way) : told;
  };
  const scripts = Object.keys(fakeScripts) as FakeScript[];

  test.each(scripts.filter(outcomeOf))(
    "%s is a failure of its kind, from a cause that is known",
    async (script) => {
      const timeoutMs = script === "hang" ? 50 : hangMs;
      const outcome = await call(`fake-70-${script}`, way, { timeoutMs });
      expect(outcome).toMatchObject({ ok: false, ...outcomeOf(script) });
      expect(faultCauses).toContain(outcome.ok ? null : outcome.cause);
      expect(JSON.stringify(outcome)).not.toContain(key);
      expect(outcome.reply.isFake).toBe(script !== "hang" && script !== "drop");
    },
  );

  test.each(scripts.filter((script) => !outcomeOf(script)))(
    "%s is an answer, to the last character",
    async (script) => {
      const model = `fake-70-${script}`;
      const outcome = await call(model, way);
      const { text, reasoning, tokens } = answerOf(model, seed, prompt);
      const counts = script !== "no-usage" || way.protocol === "anthropic";
      const [inTags, ...behind] = text.split("</think>\n\n");
      expect(outcome).toMatchObject({
        ok: true,
        reply: {
          text: behind.join("") || inTags,
          reasoning: behind.length > 0 ? inTags?.replace("<think>\n", "").trim() : reasoning,
          finish: way.protocol === "openai" ? "stop" : "end_turn",
          answeredBy: `${model}-0001`,
          isFake: true,
          unheeded: [],
          tokens: {
            input: counts ? tokens.input : null,
            output: counts ? tokens.output : null,
            cached: counts ? 0 : null,
            reasoning: counts && way.protocol === "openai" ? tokens.reasoning : null,
          },
        },
      });
      expect(outcome.reply.firstTokenMs === null).toBe(!way.isStreamed);
    },
  );

  test("what came before it broke off is kept", async () => {
    const model = `fake-70-${way.isStreamed ? "cut" : "length"}`;
    const { reply } = await call(model, way);
    expect(reply.text.length).toBeGreaterThan(10);
    expect(answerOf(model, seed, prompt).text.startsWith(reply.text)).toBe(true);
  });
});

test("Retry-After is told, in seconds and as a date", async () => {
  const [plain] = ways;
  if (!plain) throw new Error("no way");
  expect(await call("fake-70-rate", plain)).toMatchObject({ retryAfterMs: null });
  expect(await call("fake-70-rate-after", plain)).toMatchObject({ retryAfterMs: 1000 });
  const { retryAfterMs } = (await call("fake-70-rate-date", plain)) as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThanOrEqual(0);
  expect(retryAfterMs).toBeLessThanOrEqual(2000);
});

test("the right key opens", async () => {
  const outcome = await callModel(reach(server.port, "openai", "right-key"), request("fake-70-keyed"), {
    allowed: here,
  });
  expect(outcome.ok).toBe(true);
});

test("every message arrives, to the byte, with the settings the protocol takes; the others are told", async () => {
  const messages = [
    { role: "system" as const, text: "You know everybody.  " },
    { role: "user" as const, text: " first\r\n" },
    { role: "assistant" as const, text: "{}" },
    { role: "user" as const, text: `${prompt}\n\n` },
  ];
  const asked = messages.map(({ text }) => text).join("\n\n");
  for (const way of ways) {
    const outcome = await call("fake-70", way, { messages, temperature: 0.7, seed: 12 });
    const isHeeded = way.protocol === "openai";
    // Without a seed the first draw is taken.
    expect(outcome.reply.text).toBe(
      answerOf("fake-70", seed, asked, { draw: isHeeded ? 12 : way.isStreamed ? 1 : 0 }).text,
    );
    expect(outcome.reply.unheeded).toEqual(isHeeded ? [] : ["seed"]);
  }
});

test("an abort is thrown with its reason, before and while something is under way", async () => {
  const reason = new Error("cancelled");
  const aborted = AbortSignal.abort(reason);
  const options = { allowed: here };
  const to = reach(server.port);
  await expect(callModel(to, request("fake-70"), { ...options, signal: aborted })).rejects.toBe(reason);
  const later = new AbortController();
  const hanging = callModel(to, request("fake-70-hang"), { ...options, signal: later.signal });
  later.abort(reason);
  await expect(hanging).rejects.toBe(reason);
});
