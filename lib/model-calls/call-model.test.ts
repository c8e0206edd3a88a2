import { expect, test } from "vitest";
import { openLibraryModel, prepareOptions } from "#lib/model-calls/call-model.ts";
import type { Exchange } from "#lib/model-calls/exchange.ts";
import type { CallRequest, Reach } from "#lib/model-calls/schema.ts";
import { prompt, request } from "#lib/model-calls/testing/requests.ts";

type SentRequest = { path: string; headers: Record<string, string>; body: Record<string, unknown> };

/** What the library would send. */
async function write(
  to: Partial<Reach>,
  model: string,
  more: Partial<CallRequest> = {},
): Promise<SentRequest> {
  const sent: SentRequest[] = [];
  const send: Exchange["send"] = (path, headers, body) => {
    sent.push({ path, headers, body: JSON.parse(body) as SentRequest["body"] });
    return Promise.reject(new Error("sent"));
  };
  const reach: Reach = {
    protocol: "openai",
    address: "https://models.example/v1",
    key: "not-for-the-library",
    ...to,
  };
  const options = prepareOptions(request(model, more), { send } as Exchange, new AbortController().signal);
  const asked = openLibraryModel(reach, model);
  await expect(more.isStreamed ? asked.doStream(options) : asked.doGenerate(options)).rejects.toThrow("sent");
  const [first] = sent;
  if (!first) throw new Error("nothing was sent");
  return first;
}

const everything = { temperature: 0.7, maxTokens: 500, seed: 3, reasoningEffort: "low" } as const;
const nothing = { temperature: null };

test("a prompt goes out as it is, as one message, with what is set and nothing else", async () => {
  const { path, body } = await write({}, "m", nothing);
  expect(path).toBe("/chat/completions");
  expect(body).toEqual({ model: "m", messages: [{ role: "user", content: prompt }] });
});

test("settings have the protocol’s names, and a stream is asked to count its tokens", async () => {
  const { body } = await write({}, "m", { ...everything, isStreamed: true });
  expect(body).toMatchObject({
    temperature: 0.7,
    max_tokens: 500,
    seed: 3,
    reasoning_effort: "low",
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("OpenAI itself is told the number of tokens under the name that its reasoning models take", async () => {
  const { body } = await write({ address: "https://api.openai.com/v1" }, "m", everything);
  expect(body).toMatchObject({ max_completion_tokens: 500 });
  expect(body).not.toHaveProperty("max_tokens");
});

test("by Anthropic’s protocol a prompt is one message, too", async () => {
  const { path, body } = await write({ protocol: "anthropic" }, "m", { temperature: 0, maxTokens: 500 });
  expect(path).toBe("/messages");
  expect(body).toMatchObject({
    model: "m",
    max_tokens: 500,
    temperature: 0,
    messages: [{ role: "user", content: [{ type: "text", text: prompt }] }],
  });
});

test("the library never holds a key", async () => {
  for (const protocol of ["openai", "anthropic"] as const)
    expect(JSON.stringify(await write({ protocol }, "m"))).not.toContain("not-for-the-library");
});
