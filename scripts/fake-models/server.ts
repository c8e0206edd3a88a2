import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { answerOf, countTokens, failingTries, type FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import { type FakeScript, fakeScripts } from "#lib/fake-models/scripts.ts";
import type { Protocol } from "#lib/model-calls/schema.ts";
import { type ChatRequest, hashKey, readChatRequest } from "#scripts/fake-models/chat-request.ts";
import { sendAnswer, sendError, sendJson, writers } from "#scripts/fake-models/send.ts";

const longestBody = 16 * 1024 * 1024;

export type FakeServer = { port: number; close: () => Promise<void> };

/** A server that plays models by rules which are known beforehand; it listens on this machine only. */
export async function startFakeServer({ port, seed }: { port: number; seed: number }): Promise<FakeServer> {
  const arrivals = countArrivals(seed);
  const server = createServer((request, response) => {
    response.setHeader("x-benchside-fake", "1");
    receive(request)
      .then((sent) => route(request, response, sent, { seed, arrivals }))
      .catch(() => response.destroy());
  });
  server.keepAliveTimeout = 65_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function receive(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > longestBody) throw new Error("too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

type ServerState = { seed: number; arrivals: Arrivals };

const protocolsByPath: Readonly<Record<string, Protocol>> = {
  "/v1/chat/completions": "openai",
  "/v1/messages": "anthropic",
};

function route(request: IncomingMessage, response: ServerResponse, sent: string, playing: ServerState): void {
  const { method, url = "/", headers } = request;
  if (method === "GET" && url === "/stats") return sendJson(response, 200, playing.arrivals.tell());
  if (method === "GET" && url === "/v1/models") return sendJson(response, 200, listModels());
  if (method === "POST" && url === "/v1/embeddings") return answerEmbeddings(response, sent, playing.seed);
  const protocol = method === "POST" ? protocolsByPath[url] : undefined;
  if (!protocol) return sendError(response, { protocol: "openai" }, 404, `There is nothing at ${url}.`);
  const asked = readChatRequest(protocol, headers, sent);
  if ("status" in asked) return sendError(response, { protocol }, asked.status, asked.message);
  const answer = play(asked, playing);
  playing.arrivals.count(asked, answer);
  if (!misbehave(answer.script, response, asked)) sendAnswer(response, asked, answer);
}

/** The answer to this try: which one it is, is counted where it matters. */
function play(
  { model, prompt, question, isVaried, seed: asked, key }: ChatRequest,
  { seed, arrivals }: ServerState,
): FakeAnswer {
  const name = hash("sha256", [key, model, prompt, asked].join("\n"), "base64");
  const draw = isVaried ? (asked ?? arrivals.nextDraw(name)) : null;
  const failing = failingTries(model, seed, prompt);
  const before = failing === 0 || failing === Number.POSITIVE_INFINITY ? 0 : arrivals.nextTry(name, failing);
  return answerOf(model, seed, prompt, { question, draw, before });
}

type Arrivals = ReturnType<typeof countArrivals>;

type Row = {
  model: string;
  key: string | null;
  /** Calls that arrived, and those among them whose model kept to its script. */
  calls: number;
  scripted: number;
  streamed: number;
  inputTokens: number;
  outputTokens: number;
};

/** What arrived, by model and key, and the tries and draws that answers depend on. */
function countArrivals(seed: number) {
  const rows = new Map<string, Row>();
  const tries = new Map<string, number>();
  const draws = new Map<string, number>();
  return {
    count({ model, key, isStreamed }: ChatRequest, { script, tokens }: FakeAnswer): void {
      const named = hashKey(key);
      const name = `${model}\n${named}`;
      const none = { calls: 0, scripted: 0, streamed: 0, inputTokens: 0, outputTokens: 0 };
      const row = rows.get(name) ?? { model, key: named, ...none };
      rows.set(name, row);
      row.calls += 1;
      row.scripted += script === null ? 0 : 1;
      row.streamed += isStreamed ? 1 : 0;
      row.inputTokens += tokens.input;
      row.outputTokens += tokens.output;
    },
    /** How many tries came before this one; after the one that is answered it begins anew. */
    nextTry(name: string, failing: number): number {
      const before = tries.get(name) ?? 0;
      if (before >= failing) tries.delete(name);
      else tries.set(name, before + 1);
      return before;
    },
    nextDraw(name: string): number {
      const draw = draws.get(name) ?? 0;
      draws.set(name, draw + 1);
      return draw;
    },
    tell: () => ({ seed, arrived: [...rows.values()] }),
  };
}

type Misbehaviour = (response: ServerResponse, asked: ChatRequest) => void;

const hugeText = "a".repeat(5 * 1024 * 1024);
const page = "<!doctype html><title>Sign in</title><p>Sign in to go on.";

/** What comes in place of an answer. */
const misbehaviours: Partial<Record<FakeScript, Misbehaviour>> = {
  rate: (response, asked) => sendError(response, asked, 429, "Too many requests."),
  "rate-after": (response, asked) => {
    response.setHeader("retry-after", "1");
    sendError(response, asked, 429, "Too many requests.");
  },
  "rate-date": (response, asked) => {
    response.setHeader("retry-after", new Date(Date.now() + 2000).toUTCString());
    sendError(response, asked, 429, "Too many requests.");
  },
  spent: (response, asked) =>
    asked.protocol === "openai"
      ? sendError(response, asked, 429, "You exceeded your current quota.", "insufficient_quota")
      : sendError(response, asked, 402, "Your credit balance is too low."),
  error: (response, asked) => sendError(response, asked, 500, "Something broke."),
  "error-page": (response) => response.writeHead(502, { "content-type": "text/html" }).end(page),
  "error-body": (response, asked) =>
    sendJson(response, 200, writers[asked.protocol].writeError(500, "Overloaded.")),
  bad: (response, asked) => sendError(response, asked, 400, "Unsupported parameter: temperature."),
  unknown: (response, asked) => sendError(response, asked, 404, `The model ${asked.model} does not exist.`),
  redirect: (response, { key }) => response.writeHead(307, { location: `/elsewhere?key=${key}` }).end(),
  html: (response) => response.writeHead(200, { "content-type": "text/html" }).end(page),
  "echo-key": (response, asked) => {
    const key = asked.key ?? "none";
    response.statusMessage = `Forbidden for ${key}`;
    response.setHeader("x-echo", key);
    const dressed = [key, encodeURIComponent(key), Buffer.from(key).toString("base64"), key.slice(0, 9)];
    sendError(response, asked, 403, `Not allowed: ${dressed.join(" ")}`);
  },
  hang: () => undefined,
  drop: (response) => response.destroy(),
  huge: (response, asked) => {
    const answer = { text: hugeText, reasoning: "", tokens: { input: 1, output: 1, reasoning: 0 } };
    const whole = { ...answer, script: null, options: [], shares: [] };
    const { writeWhole, writeEvents } = writers[asked.protocol];
    if (!asked.isStreamed) return sendJson(response, 200, writeWhole(asked, whole));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(writeEvents(asked, whole, [hugeText]).join(""));
  },
};

/** True where the script is one of those that leave nothing to answer. */
function misbehave(script: FakeScript | null, response: ServerResponse, asked: ChatRequest): boolean {
  const isRight = script === "keyed" && asked.key === "right-key";
  if (script === "keyed" && !isRight) {
    sendError(response, asked, 401, `Incorrect API key provided: ${asked.key}.`);
    return true;
  }
  const misbehaviour = script === null ? undefined : misbehaviours[script];
  misbehaviour?.(response, asked);
  return misbehaviour !== undefined;
}

function listModels(): object {
  const names = ["fake-70", ...Object.keys(fakeScripts).map((script) => `fake-70-${script}`)];
  return {
    object: "list",
    data: names.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "benchside" })),
  };
}

const embeddings = z.object({ model: z.string(), input: z.union([z.string(), z.array(z.string()).min(1)]) });

/** Of each text a direction that its hash says, of length 1. */
export function answerEmbeddings(response: ServerResponse, sent: string, seed: number): void {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    value = null;
  }
  const read = embeddings.safeParse(value);
  if (!read.success) return sendError(response, { protocol: "openai" }, 400, z.prettifyError(read.error));
  const { model, input } = read.data;
  const texts = typeof input === "string" ? [input] : input;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  sendJson(response, 200, {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: embed(seed, model, text) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function embed(seed: number, model: string, text: string): number[] {
  const numbers = [...hash("sha256", `${seed}\n${model}\n${text}`, "buffer")].map((byte) => byte - 127.5);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
