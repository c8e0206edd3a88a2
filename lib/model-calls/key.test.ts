import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { protocols } from "#lib/model-calls/schema.ts";
import { event, json, stream, whole, startAsking, type CallServer } from "#lib/model-calls/testing/asking.ts";
import { key } from "#lib/model-calls/testing/requests.ts";

let ask: CallServer;
let close: () => Promise<void>;
beforeAll(async () => ({ ask, close } = await startAsking()));
afterAll(() => close());

describe("the key", () => {
  test.each(protocols)("is sent as %s has it, with nothing else that tells of us", async (protocol) => {
    let headers: IncomingMessage["headers"] = {};
    await ask(
      (response, { headers: sent }) => {
        headers = sent;
        json({}, 500)(response, {} as IncomingMessage);
      },
      {},
      { protocol },
    );
    expect(headers).toMatchObject(
      protocol === "openai"
        ? { authorization: `Bearer ${key}` }
        : { "x-api-key": key, "anthropic-version": "2023-06-01" },
    );
    expect(headers["user-agent"]).toBe("Benchside");
  });

  test.each(protocols)("isn’t sent by %s where there is none", async (protocol) => {
    let headers: IncomingMessage["headers"] = {};
    await ask(
      (response, { headers: sent }) => {
        headers = sent;
        json({}, 500)(response, {} as IncomingMessage);
      },
      {},
      { protocol, key: null },
    );
    expect([headers.authorization, headers["x-api-key"]]).toEqual([undefined, undefined]);
  });

  test.each([200, 307, 400, 401, 403, 404, 429, 500])(
    "isn’t in what is told of status %i, wherever the server writes it",
    async (status) => {
      const echo: Parameters<CallServer>[0] = (response) => {
        response.statusMessage = key;
        const headers = {
          "content-type": "application/json",
          location: `https://x.example/${key}`,
          "x-echo": key,
          "retry-after": key,
        };
        response.writeHead(status, headers);
        response.end(JSON.stringify({ error: { message: `Wrong: ${key}`, code: key, type: key }, key }));
      };
      for (const isStreamed of [false, true])
        expect(JSON.stringify(await ask(echo, { isStreamed }))).not.toContain(key);
    },
  );

  test("isn’t in an answer that a server wrote it into", async () => {
    const body = { ...whole(`It is ${key}.`, { finish_reason: key }), model: key };
    const plainly = await ask(json(body));
    expect(JSON.stringify(plainly)).not.toContain(key);
    expect(plainly).toMatchObject({ ok: true, reply: { text: "It is [key]." } });
    const streamed = event({ content: key.slice(0, 9) }) + event({ content: key.slice(9) }, "stop");
    expect(JSON.stringify(await ask(stream(streamed), { isStreamed: true }))).not.toContain(key);
    const told = `data: ${JSON.stringify({ error: { message: key } })}\n\n`;
    expect(JSON.stringify(await ask(stream(told), { isStreamed: true }))).not.toContain(key);
  });

  test.each(["with blank", "line\nbreak", "ключ", ""])("that can’t be sent isn’t: %j", async (bad) => {
    const outcome = await ask(json(whole("A")), {}, { key: bad });
    expect(outcome).toMatchObject({ failure: "refused", cause: "bad_key", isHopeless: true, status: null });
  });
});
