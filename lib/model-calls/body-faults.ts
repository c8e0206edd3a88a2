import { Fault } from "#lib/model-calls/fault.ts";
import { explainTold, readTold } from "#lib/model-calls/told-faults.ts";
import type { Protocol } from "#lib/model-calls/schema.ts";

/** Of an answer that comes in one piece, and of one event of a stream. */
export const mostBytes = 4 * 1024 * 1024;
/** Of a whole stream: each token comes with a few hundred bytes around it. */
export const mostStreamedBytes = 64 * 1024 * 1024;

export const tooLarge = (status: number | null) =>
  new Fault({
    failure: "refused",
    status,
    detail:
      "The answer is larger than 4 MB, so the rest was not read: lower the number of tokens it may have.",
  });

export const cutOff = (status: number | null) =>
  new Fault({
    failure: "cut",
    status,
    detail: "The answer broke off before its end: try again, or look into the server’s log.",
  });

export const notTheProtocols = (status: number | null, protocol: Protocol) =>
  new Fault({
    failure: "refused",
    status,
    isHopeless: true,
    detail: `What came isn’t in the form of ${names[protocol]}: check the address and the protocol.`,
  });

const names = { openai: "OpenAI’s protocol", anthropic: "Anthropic’s protocol" };

const empty = (status: number, detail: string) => new Fault({ failure: "empty", status, detail });

type Shape = { choices?: unknown; content?: unknown };

/** Throws unless a whole body of status 200 is an answer by its form. */
export function requireAnswer(text: string, status: number, protocol: Protocol, key: string | null): void {
  const start = text.trimStart();
  if (start === "") throw empty(status, "The server sent a body without anything in it: try again.");
  if (start.startsWith("<"))
    throw new Fault({
      failure: "refused",
      status,
      isHopeless: true,
      detail: "A web page came in place of JSON: check the address, which usually ends in /v1.",
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw start.startsWith("{") ? cutOff(status) : notTheProtocols(status, protocol);
  }
  const { choices, content } = (value ?? {}) as Shape;
  const parts = protocol === "openai" ? choices : content;
  if (Array.isArray(parts)) {
    if (parts.length === 0) throw empty(status, "The server sent an answer without a text: try again.");
    return;
  }
  const told = readTold(value);
  throw told ? explainTold(told, status, key) : notTheProtocols(status, protocol);
}
