import type { ServerResponse } from "node:http";
import type { FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import type { ChatRequest } from "#scripts/fake-models/chat-request.ts";
import * as anthropic from "#scripts/fake-models/write-anthropic.ts";
import * as openai from "#scripts/fake-models/write-openai.ts";

export const writers = { openai, anthropic };

const wordMs = 20;

export function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body);
}

export const sendError = (
  response: ServerResponse,
  { protocol }: Pick<ChatRequest, "protocol">,
  status: number,
  message: string,
  code: string | null = null,
): void => sendJson(response, status, writers[protocol].writeError(status, message, code));

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

export function sendAnswer(response: ServerResponse, asked: ChatRequest, answer: FakeAnswer): void {
  if (asked.isStreamed && answer.script !== "unstreamed") sendStream(response, asked, answer);
  else if (answer.script === "slow")
    setTimeout(() => sendWhole(response, asked, answer), wordsOf(answer.text).length * wordMs);
  else sendWhole(response, asked, answer);
}

function sendWhole(response: ServerResponse, asked: ChatRequest, answer: FakeAnswer): void {
  const { writeWhole, writeError } = writers[asked.protocol];
  const { script } = answer;
  if (script === "error-midway") return sendJson(response, 200, writeError(500, "Overloaded."));
  const body = Buffer.from(JSON.stringify(writeWhole(asked, answer)));
  const middle = body.subarray(0, Math.floor(body.length / 2));
  const isCut = script === "half" || script === "cut";
  const isBroken = script === "truncated" || script === "cut-dirty";
  const length = isCut ? middle.length : body.length;
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  if (isBroken) response.write(middle, () => response.destroy());
  else response.end(isCut ? middle : body);
}

function sendStream(response: ServerResponse, asked: ChatRequest, answer: FakeAnswer): void {
  const { writeEvents, writeErrorEvent } = writers[asked.protocol];
  const events = writeEvents(asked, answer, wordsOf(answer.text));
  const { script } = answer;
  response.writeHead(200, { "content-type": "text/event-stream" });
  const middle = Math.floor(events.length / 2);
  const first = events.slice(0, middle).join("");
  const next = events[middle] ?? "";
  const torn = first + next.slice(0, next.length / 2);
  if (script === "cut" || script === "half") response.end(script === "cut" ? first : torn);
  else if (script === "cut-dirty" || script === "truncated") response.write(torn, () => response.destroy());
  else if (script === "error-midway") response.end(first + writeErrorEvent("Overloaded."));
  else if (script === "slow") sendSlowly(response, events);
  else response.end(events.join(""));
}

function sendSlowly(response: ServerResponse, events: readonly string[]): void {
  const [next, ...rest] = events;
  if (response.destroyed) return;
  if (next === undefined) return void response.end();
  response.write(next);
  setTimeout(sendSlowly, wordMs, response, rest);
}
