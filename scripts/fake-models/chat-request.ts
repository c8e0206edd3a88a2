import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { readModelName } from "#lib/fake-models/scripts.ts";
import type { Protocol } from "#lib/model-calls/schema.ts";

const text = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map((part) => part.text).join("")),
]);
const body = z.object({
  model: z.string(),
  system: text.optional(),
  messages: z.array(z.object({ role: z.string(), content: text })).min(1),
  temperature: z.number().nullish(),
  seed: z.number().int().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
});

export type ChatRequest = {
  protocol: Protocol;
  model: string;
  /** All that is said, one after the other. */
  prompt: string;
  /** What is said last. */
  question: string;
  isVaried: boolean;
  seed: number | null;
  isStreamed: boolean;
  countsTokens: boolean;
  key: string | null;
};

/** What a request asks for, or why it can't be answered. */
export function readChatRequest(
  protocol: Protocol,
  headers: IncomingHttpHeaders,
  sent: string,
): ChatRequest | { status: number; message: string } {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    return { status: 400, message: "The body isn’t JSON." };
  }
  const read = body.safeParse(value);
  if (!read.success) return { status: 400, message: z.prettifyError(read.error) };
  const { model, system, messages, temperature, seed, stream, stream_options } = read.data;
  if (!readModelName(model)) return { status: 404, message: `There is no fake model named ${model}.` };
  return {
    protocol,
    model,
    // One message by itself is the prompt to the byte; whatever else is said is part of what the answer is drawn from.
    prompt: [system, ...messages.map((message) => message.content)]
      .filter((one) => one !== undefined)
      .join("\n\n"),
    question: messages.at(-1)?.content ?? "",
    isVaried: (temperature ?? 0) > 0,
    seed: seed ?? null,
    isStreamed: stream === true,
    countsTokens: protocol === "anthropic" || stream !== true || stream_options?.include_usage === true,
    key: readKey(headers),
  };
}

export function readKey(headers: IncomingHttpHeaders): string | null {
  const given = headers["x-api-key"] ?? /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  return typeof given === "string" ? given : null;
}

/** Tells keys apart in what is counted, without telling them. */
export const hashKey = (key: string | null): string | null =>
  key === null ? null : createHash("sha256").update(key).digest("hex").slice(0, 8);

/** What both protocols call an error of a status, as those who offer models write it. */
export const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};
