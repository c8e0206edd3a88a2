import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { BoundedMap } from "#lib/bounded-map.ts";
import type { AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import { type Exchange, exchangeWithin } from "#lib/model-calls/exchange.ts";
import {
  cutOff,
  explainReported,
  Fault,
  hopeless,
  hideWholeKey,
  maxBytes,
  notTheProtocols,
  readServerError,
  readServerErrorText,
  type ServerError,
  tooLarge,
} from "#lib/model-calls/faults.ts";
import type {
  CallMessage,
  CallOutcome,
  CallReply,
  CallRequest,
  CallSetting,
  CallTokens,
  Protocol,
  Reach,
} from "#lib/model-calls/schema.ts";
import { processSingleton } from "#lib/process-singleton.ts";

export type CallOptions = { allowed: AllowedHosts; signal?: AbortSignal | undefined };

/** One try of one request, without a second. Throws only what the signal was aborted with, and that only while no answer is there. */
export async function callModel(
  reach: Reach,
  request: CallRequest,
  { allowed, signal }: CallOptions,
): Promise<CallOutcome> {
  const started = performance.now();
  const read = nothingRead();
  const { exchange, fault } = await exchangeWithin(
    { timeoutMs: request.timeoutMs, signal },
    { reach, allowed, isStreamed: request.isStreamed },
    (own, cancelled) => ask(reach, request, own, cancelled, read),
  );
  const reply = writeReply(read, reach, { started, isFake: exchange.isFake });
  const failed = fault ?? judgeReply(read, reply, { protocol: reach.protocol, status: exchange.status });
  return failed ? { ok: false, ...failed.facts, reply } : { ok: true, reply };
}

/** Has the library ask and read; what went wrong on the way, or null. */
async function ask(
  reach: Reach,
  request: CallRequest,
  exchange: Exchange,
  signal: AbortSignal,
  read: PartialReply,
): Promise<Fault | null> {
  const model = openLibraryModel(reach, request.model);
  const options = prepareOptions(request, exchange, signal);
  try {
    if (!request.isStreamed) {
      readGenerated(read, await model.doGenerate(options));
      return null;
    }
    const { stream } = await model.doStream(options);
    if (!(await readStream(read, stream, maxBytes))) return tooLarge(exchange.status);
  } catch (error) {
    if (error instanceof Fault) return error;
    if (!request.isStreamed) return notTheProtocols(exchange.status);
    read.error = error;
  }
  return explainStreamEnd(read, exchange, reach);
}

function explainStreamEnd(
  { error, finish }: PartialReply,
  { status, broken }: Exchange,
  { key }: Reach,
): Fault | null {
  // A finish reason says that the text is whole, however the connection ended behind it.
  const isWhole = finish?.raw !== undefined && error === null;
  if (isWhole && broken?.facts.failure !== "refused") return null;
  if (broken) return broken;
  const told = readStreamError(error);
  if (told) return explainReported(told, status ?? 200, key);
  const isOther = error instanceof Error && error.name === "AI_TypeValidationError";
  return isOther ? notTheProtocols(status) : cutOff(status);
}

type LibraryError = { data?: unknown; responseBody?: unknown; value?: { error?: unknown } | null };

/** The server's own words on an error, which the library wraps in one of several ways. */
function readStreamError(error: unknown): ServerError | null {
  if (!(error instanceof Error)) return readServerError(error);
  const { data, responseBody, value } = error as LibraryError;
  if (data !== undefined) return readServerError(data);
  if (typeof responseBody === "string") return readServerErrorText(responseBody);
  return value?.error ? readServerError(value) : null;
}

function writeReply(
  read: PartialReply,
  { protocol, key }: Reach,
  { started, isFake }: { started: number; isFake: boolean },
): CallReply {
  const hide = (text: string) => hideWholeKey(text, key);
  return {
    ...partReasoning(hide(read.text), hide(read.reasoning)),
    finish: hide(read.finish?.raw ?? ""),
    tokens: readTokens(read.usage, protocol),
    firstTokenMs: read.firstTokenAt === null ? null : read.firstTokenAt - started,
    totalMs: performance.now() - started,
    answeredBy: read.answeredBy === null ? null : hide(read.answeredBy),
    isFake,
    unheeded: read.unheeded,
  };
}

/** Why a whole answer is none all the same. */
function judgeReply(
  { finish, usage }: PartialReply,
  { text, reasoning }: CallReply,
  { protocol, status }: Pick<Reach, "protocol"> & { status: number | null },
): Fault | null {
  if (areCountsOdd(usage, protocol)) return hopeless(status, "odd_counts");
  if (finish?.unified === "length") return new Fault({ failure: "length", status, cause: "max_tokens" });
  if (finish?.unified === "content-filter")
    return new Fault({ failure: "filtered", status, cause: "filtered" });
  if (text.trim() !== "") return null;
  return new Fault({ failure: "empty", status, cause: reasoning === "" ? "no_text" : "only_reasoning" });
}

/** What the library read of an answer, in one piece or from a stream, as far as it came. */
type PartialReply = {
  text: string;
  reasoning: string;
  finish: GenerateResult["finishReason"] | null;
  usage: GenerateResult["usage"] | null;
  answeredBy: string | null;
  firstTokenAt: number | null;
  unheeded: readonly CallSetting[];
  /** What the library could not read, or the server told of in the middle of a stream. */
  error: unknown;
};

const nothingRead = (): PartialReply => ({
  text: "",
  reasoning: "",
  finish: null,
  usage: null,
  answeredBy: null,
  firstTokenAt: null,
  unheeded: [],
  error: null,
});

const settings: Readonly<Record<string, CallSetting>> = {
  temperature: "temperature",
  maxOutputTokens: "maxTokens",
  seed: "seed",
  reasoning: "reasoningEffort",
};

const readUnheeded = (warnings: GenerateResult["warnings"]): CallSetting[] =>
  warnings.flatMap((warning) => {
    const setting = warning.type === "unsupported" ? settings[warning.feature] : undefined;
    return setting ? [setting] : [];
  });

function readGenerated(into: PartialReply, generated: GenerateResult): void {
  const { content, finishReason, usage, response, warnings } = generated;
  for (const part of content)
    if (part.type === "text" || part.type === "reasoning") into[part.type] += part.text;
  into.finish = finishReason;
  into.usage = usage;
  into.answeredBy = response?.modelId ?? null;
  into.unheeded = readUnheeded(warnings);
}

type Stream = Awaited<ReturnType<LibraryModel["doStream"]>>["stream"];

/** False where the text is longer than it may be. */
async function readStream(into: PartialReply, stream: Stream, maxCharacters: number): Promise<boolean> {
  for await (const part of stream) {
    if (part.type === "text-delta" || part.type === "reasoning-delta") {
      into.firstTokenAt ??= performance.now();
      into[part.type === "text-delta" ? "text" : "reasoning"] += part.delta;
      if (into.text.length + into.reasoning.length > maxCharacters) return false;
    } else if (part.type === "response-metadata") into.answeredBy ??= part.modelId ?? null;
    else if (part.type === "stream-start") into.unheeded = readUnheeded(part.warnings);
    else if (part.type === "error") into.error ??= part.error;
    else if (part.type === "finish") {
      into.finish = part.finishReason;
      into.usage = part.usage;
    }
  }
  return true;
}

type OpenAiUsage = {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: unknown } | null;
};

/** The database holds the sum of two. */
const mostTokens = 2 ** 30 - 1;
const count = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens
    ? (value as number)
    : null;

/** The library makes a nought of what an OpenAI-compatible server didn't say; so its own words are read. */
function listCounts(usage: PartialReply["usage"], protocol: Protocol): Record<keyof CallTokens, unknown> {
  const { inputTokens, outputTokens } = usage?.raw ? usage : {};
  if (protocol === "anthropic")
    return {
      input: inputTokens?.total,
      cached: inputTokens?.cacheRead,
      output: outputTokens?.total,
      reasoning: outputTokens?.reasoning,
    };
  const raw = (usage?.raw ?? {}) as OpenAiUsage;
  return {
    input: raw.prompt_tokens,
    cached: raw.prompt_tokens_details?.cached_tokens,
    output: raw.completion_tokens,
    reasoning: raw.completion_tokens_details?.reasoning_tokens,
  };
}

function readTokens(usage: PartialReply["usage"], protocol: Protocol): CallTokens {
  const { input, cached, output, reasoning } = listCounts(usage, protocol);
  return { input: count(input), cached: count(cached), output: count(output), reasoning: count(reasoning) };
}

/** More than any call can have: no budget would hold by them. */
const areCountsOdd = (usage: PartialReply["usage"], protocol: Protocol): boolean =>
  Object.values(listCounts(usage, protocol)).some((value) => typeof value === "number" && value > mostTokens);

/** Servers that know nothing of reasoning leave it in the text, in tags of which a template may have swallowed the first. */
function partReasoning(text: string, reasoning: string): { text: string; reasoning: string } {
  const opening = /^\s*<think>/.exec(text)?.[0].length ?? 0;
  const closing = text.indexOf("</think>");
  if (reasoning !== "" || (opening === 0 && closing < 0)) return { text, reasoning };
  if (closing < 0) return { text: "", reasoning: text.slice(opening).trim() };
  return {
    text: text.slice(closing + "</think>".length).trimStart(),
    reasoning: text.slice(opening, closing).trim(),
  };
}

type LibraryModel = ReturnType<ReturnType<typeof createAnthropic>["languageModel"]>;
type Options = Parameters<LibraryModel["doGenerate"]>[0];
type GenerateResult = Awaited<ReturnType<LibraryModel["doGenerate"]>>;

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
