import type { Generated, LibraryModel } from "#lib/model-calls/library-models.ts";
import type { CallSetting, CallTokens, Protocol } from "#lib/model-calls/schema.ts";

/** What the library read of an answer, in one piece or from a stream, as far as it came. */
export type Read = {
  text: string;
  reasoning: string;
  finish: Generated["finishReason"] | null;
  usage: Generated["usage"] | null;
  answeredBy: string | null;
  firstTokenAt: number | null;
  unheeded: readonly CallSetting[];
  /** What the library could not read, or the server told of in the middle of a stream. */
  error: unknown;
};

export const nothingRead = (): Read => ({
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

const readUnheeded = (warnings: Generated["warnings"]): CallSetting[] =>
  warnings.flatMap((warning) => {
    const setting = warning.type === "unsupported" ? settings[warning.feature] : undefined;
    return setting ? [setting] : [];
  });

export function readGenerated(into: Read, generated: Generated): void {
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
export async function readStream(into: Read, stream: Stream, maxCharacters: number): Promise<boolean> {
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
function listCounts(usage: Read["usage"], protocol: Protocol): Record<keyof CallTokens, unknown> {
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

export function readTokens(usage: Read["usage"], protocol: Protocol): CallTokens {
  const { input, cached, output, reasoning } = listCounts(usage, protocol);
  return { input: count(input), cached: count(cached), output: count(output), reasoning: count(reasoning) };
}

/** More than any call can have: no budget would hold by them. */
export const areCountsOdd = (usage: Read["usage"], protocol: Protocol): boolean =>
  Object.values(listCounts(usage, protocol)).some((value) => typeof value === "number" && value > mostTokens);

/** Servers that know nothing of reasoning leave it in the text, in tags of which a template may have swallowed the first. */
export function partReasoning(text: string, reasoning: string): { text: string; reasoning: string } {
  const opening = /^\s*<think>/.exec(text)?.[0].length ?? 0;
  const closing = text.indexOf("</think>");
  if (reasoning !== "" || (opening === 0 && closing < 0)) return { text, reasoning };
  if (closing < 0) return { text: "", reasoning: text.slice(opening).trim() };
  return {
    text: text.slice(closing + "</think>".length).trimStart(),
    reasoning: text.slice(opening, closing).trim(),
  };
}
