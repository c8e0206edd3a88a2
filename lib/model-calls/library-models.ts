import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Exchange } from "#lib/model-calls/exchange.ts";
import type { CallMessage, CallRequest, Protocol, Reach } from "#lib/model-calls/schema.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";

export type LibraryModel = ReturnType<ReturnType<typeof createAnthropic>["languageModel"]>;
type Options = Parameters<LibraryModel["doGenerate"]>[0];
export type GenerateResult = Awaited<ReturnType<LibraryModel["doGenerate"]>>;

/** The library's models are made once a name, since making one compiles its schemas; a call is known to them by its signal. */
const exchanges = processSingleton("model-calls exchanges", () => new WeakMap<AbortSignal, Exchange>());
const models = processSingleton("model-calls models", () => new BoundedMap<string, LibraryModel>(200));

// Nothing is ever sent there: an exchange knows the address, and the key, which the library never sees.
const nowhere = "http://model.invalid";

const send: typeof fetch = (input, init) => {
  const exchange = init?.signal && exchanges.get(init.signal);
  if (!exchange) throw new Error("a library's model was asked without an exchange");
  const path = String(input).slice(nowhere.length);
  return exchange.send(path, init.headers as Record<string, string>, init.body as string);
};

export function openLibraryModel({ protocol, address }: Reach, model: string): LibraryModel {
  const isOpenAi = protocol === "openai" && /^https:\/\/api\.openai\.com[/:]/.test(address);
  const name = JSON.stringify([protocol, isOpenAi, model]);
  const known = models.get(name) ?? make(protocol, isOpenAi, model);
  models.set(name, known);
  return known;
}

function make(protocol: Protocol, isOpenAi: boolean, model: string): LibraryModel {
  const common = { name: protocol, baseURL: nowhere, fetch: send };
  // Without a key the library would look for one in the environment.
  if (protocol === "anthropic") return createAnthropic({ ...common, apiKey: "none" })(model);
  return createOpenAICompatible({
    ...common,
    // Without it a stream counts no tokens.
    includeUsage: true,
    // OpenAI's reasoning models refuse the older name, which other servers know alone.
    transformRequestBody: ({ max_tokens, ...body }) =>
      isOpenAi ? { ...body, max_completion_tokens: max_tokens } : { ...body, max_tokens },
  })(model);
}

/** What the library is asked, under a signal that leads to the exchange. */
export function prepareOptions(request: CallRequest, exchange: Exchange, signal: AbortSignal): Options {
  exchanges.set(signal, exchange);
  return {
    prompt: request.messages.map(writeMessage),
    temperature: request.temperature ?? undefined,
    maxOutputTokens: request.maxTokens ?? undefined,
    seed: request.seed ?? undefined,
    reasoning: request.reasoningEffort ?? undefined,
    abortSignal: signal,
  };
}

function writeMessage({ role, text }: CallMessage): Options["prompt"][number] {
  return role === "system" ? { role, content: text } : { role, content: [{ type: "text", text }] };
}
