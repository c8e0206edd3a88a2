import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerOf, failingTries, type FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import type { Protocol } from "#lib/model-calls/schema.ts";
import { readAsked, type Asked } from "#scripts/fake-models/asked.ts";
import { countArrivals, type Arrivals } from "#scripts/fake-models/arrivals.ts";
import { answerEmbeddings, listModels } from "#scripts/fake-models/others.ts";
import { misbehave } from "#scripts/fake-models/misbehave.ts";
import { sendAnswer, sendError, sendJson } from "#scripts/fake-models/send.ts";

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

type Playing = { seed: number; arrivals: Arrivals };

const protocolsByPath: Readonly<Record<string, Protocol>> = {
  "/v1/chat/completions": "openai",
  "/v1/messages": "anthropic",
};

function route(request: IncomingMessage, response: ServerResponse, sent: string, playing: Playing): void {
  const { method, url = "/", headers } = request;
  if (method === "GET" && url === "/stats") return sendJson(response, 200, playing.arrivals.tell());
  if (method === "GET" && url === "/v1/models") return sendJson(response, 200, listModels());
  if (method === "POST" && url === "/v1/embeddings") return answerEmbeddings(response, sent, playing.seed);
  const protocol = method === "POST" ? protocolsByPath[url] : undefined;
  if (!protocol) return sendError(response, { protocol: "openai" }, 404, `There is nothing at ${url}.`);
  const asked = readAsked(protocol, headers, sent);
  if ("status" in asked) return sendError(response, { protocol }, asked.status, asked.message);
  const answer = play(asked, playing);
  playing.arrivals.count(asked, answer);
  if (!misbehave(answer.script, response, asked)) sendAnswer(response, asked, answer);
}

/** The answer to this try: which one it is, is counted where it matters. */
function play(
  { model, prompt, question, isVaried, seed: asked, key }: Asked,
  { seed, arrivals }: Playing,
): FakeAnswer {
  const name = hash("sha256", [key, model, prompt, asked].join("\n"), "base64");
  const draw = isVaried ? (asked ?? arrivals.nextDraw(name)) : null;
  const failing = failingTries(model, seed, prompt);
  const before = failing === 0 || failing === Number.POSITIVE_INFINITY ? 0 : arrivals.nextTry(name, failing);
  return answerOf(model, seed, prompt, { question, draw, before });
}
