import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { event, json, stream, whole, startAsking, type CallServer } from "#lib/model-calls/testing/asking.ts";

let ask: CallServer;
let close: () => Promise<void>;
beforeAll(async () => ({ ask, close } = await startAsking()));
afterAll(() => close());

describe("a body of status 200 that is no answer", () => {
  test.each([
    ["nothing", "", "empty"],
    ["an object of something else", '{"hello": 1}', "refused"],
    ["a list", "[1]", "refused"],
    ["null", "null", "refused"],
    ["words", "ready", "refused"],
    ["no choices", '{"choices": []}', "empty"],
    ["choices of another form", '{"choices": [{"text": "old"}]}', "refused"],
    ["an error in a word", '{"error": "overloaded"}', "server"],
    ["an error with a number", '{"error": {"message": "Slow down.", "code": 429}}', "rate"],
    ["an error by name", '{"error": {"message": "Slow down.", "type": "rate_limit_error"}}', "rate"],
    ["a filter’s error", '{"error": {"message": "No.", "code": "content_filter"}}', "filtered"],
    ["an older error", '{"object": "error", "message": "CUDA out of memory", "code": 500}', "server"],
    ["half an object", '{"choices": [{"message": {"content": "A', "cut"],
  ])("%s", async (_, body, failure) => {
    const outcome = await ask((response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    expect(outcome).toMatchObject({ ok: false, failure, status: 200 });
  });
});

describe("what no answer is made of", () => {
  const choice = { index: 0, message: { role: "assistant", content: "A" }, finish_reason: "stop" };
  const busy = '[{",\\'.repeat(20_000);

  test("more values than an answer has", async () => {
    const many = { model: "m", choices: Array<object>(4000).fill(choice) };
    const refused = { failure: "refused", cause: "other_protocol", isHopeless: true };
    expect(await ask(json(many))).toMatchObject(refused);
    const { message: delta, ...rest } = choice;
    const events = `data: ${JSON.stringify({ choices: Array<object>(4000).fill({ ...rest, delta }) })}\n\n`;
    expect(await ask(stream(events), { isStreamed: true })).toMatchObject(refused);
  });

  test("what stands in its text is no value, and each event is counted by itself", async () => {
    expect(await ask(json(whole(busy)))).toMatchObject({ ok: true, reply: { text: busy } });
    const events = event({ content: busy }) + event({ content: "A" }).repeat(4000) + event({}, "stop");
    const text = busy + "A".repeat(4000);
    expect(await ask(stream(events), { isStreamed: true })).toMatchObject({ ok: true, reply: { text } });
  });

  test.each([2 ** 30, 2 ** 53, 1e300])("%d tokens, and its text is kept", async (prompt_tokens) => {
    const odd = { ...whole("A"), usage: { prompt_tokens, completion_tokens: 1 } };
    expect(await ask(json(odd))).toMatchObject({
      failure: "refused",
      cause: "odd_counts",
      isHopeless: true,
      reply: { text: "A", tokens: { input: null, output: 1 } },
    });
  });
});

describe("a status that is no success", () => {
  test.each([
    [
      400,
      { error: { message: "This model's context is 8192 tokens.", code: "context_length_exceeded" } },
      "refused",
      true,
    ],
    [400, { error: { message: "Filtered.", code: "content_filter" } }, "filtered", false],
    [401, {}, "refused", true],
    [403, { detail: "No." }, "refused", true],
    [408, {}, "timeout", false],
    [413, {}, "refused", true],
    [422, { detail: [{ msg: "field required" }] }, "refused", true],
    [429, { error: { message: "Slow down." } }, "rate", false],
    [429, { error: { message: "Pay.", type: "insufficient_quota" } }, "rate", true],
    [503, "not JSON", "server", false],
    [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "server", false],
  ])("%i %j is %s, hopeless: %s", async (status, body, failure, isHopeless) => {
    expect(await ask(json(body, status))).toMatchObject({ ok: false, failure, status, isHopeless });
  });

  test("with the server’s own words, shortened", async () => {
    const outcome = await ask(json({ error: { message: `Unsupported\nvalue ${"x".repeat(1000)}` } }, 400));
    const said = outcome.ok ? "" : outcome.said;
    expect(said).toMatch(/^Unsupported value xxx/);
    expect(said.length).toBeLessThan(500);
  });

  test("of 100 MB, of which a piece is read", async () => {
    let sent = 0;
    const outcome = await ask((response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      const piece = Buffer.alloc(1024 * 1024, "a");
      const write = () => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    });
    expect(outcome).toMatchObject({ failure: "server", status: 500 });
    expect(sent).toBeLessThan(50);
  });
});

describe("a stream", () => {
  test.each([
    [
      "with a finish reason and no [DONE]",
      event({ content: "A" }, "stop"),
      { ok: true, reply: { text: "A" } },
    ],
    [
      "without the blank line at its end",
      event({ content: "A" }, "stop").trimEnd(),
      { ok: true, reply: { text: "A" } },
    ],
    [
      "with [DONE] and no finish reason",
      `${event({ content: "A" })}data: [DONE]\n\n`,
      { failure: "cut", reply: { text: "A" } },
    ],
    ["without an event", "", { failure: "cut" }],
    ["with comments alone", ": ping\n\n: ping\n\n", { failure: "cut" }],
    [
      "with a garbled event in its middle",
      `${event({ content: "A" })}data: {"cho\n\n${event({ content: "C" }, "stop")}`,
      { failure: "cut" },
    ],
    ["of something else", 'data: {"hello": 1}\n\n', { failure: "refused" }],
    ["with an error in a word", 'data: {"error": "overloaded"}\n\n', { failure: "server" }],
    [
      "with an error by name",
      'data: {"error": {"message": "Slow down.", "code": "rate_limit_exceeded"}}\n\n',
      { failure: "rate" },
    ],
    [
      "held back in the middle",
      `${event({ content: "A" })}${event({}, "content_filter")}`,
      { failure: "filtered", reply: { text: "A" } },
    ],
    [
      "that reasons and says nothing",
      `${event({ reasoning: "Hm." })}${event({}, "stop")}`,
      { failure: "empty", reply: { reasoning: "Hm." } },
    ],
  ])("%s", async (_, text, expected) => {
    expect(await ask(stream(text), { isStreamed: true })).toMatchObject(expected);
  });

  test("that breaks off behind its finish reason is whole", async () => {
    const outcome = await ask(
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(event({ content: "A" }, "stop"), () => response.destroy());
      },
      { isStreamed: true },
    );
    expect(outcome).toMatchObject({ ok: true, reply: { text: "A", tokens: { output: null } } });
  });

  test("that never ends is stopped once its text is too long", async () => {
    const piece = event({ content: "a".repeat(100_000) });
    const outcome = await ask(
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const write = () => {
          while (!response.destroyed) if (!response.write(piece)) return void response.once("drain", write);
        };
        write();
      },
      { isStreamed: true },
    );
    expect(outcome).toMatchObject({ ok: false, failure: "refused" });
  });

  test("that stops in the middle is late, and what came is kept", async () => {
    const outcome = await ask(
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(event({ content: "A" }));
      },
      { isStreamed: true, timeoutMs: 1000 },
    );
    expect(outcome).toMatchObject({ ok: false, failure: "timeout", reply: { text: "A" } });
  });
});

describe("reasoning that stands in the text", () => {
  test.each([
    ["<think>\nHm.\n</think>\n\nA", "A", "Hm."],
    ["Hm.\n</think>\nA", "A", "Hm."],
    ["A <think> B", "A <think> B", ""],
  ])("%j", async (content, text, reasoning) => {
    expect(await ask(json(whole(content)))).toMatchObject({ ok: true, reply: { text, reasoning } });
  });

  test("without an end is no answer", async () => {
    expect(await ask(json(whole("<think>Hm.")))).toMatchObject({
      ok: false,
      failure: "empty",
      reply: { reasoning: "Hm." },
    });
  });
});
