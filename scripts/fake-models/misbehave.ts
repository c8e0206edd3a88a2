import type { ServerResponse } from "node:http";
import type { FakeScript } from "#lib/fake-models/scripts.ts";
import type { Asked } from "#scripts/fake-models/asked.ts";
import { sendError, sendJson, writers } from "#scripts/fake-models/send.ts";

type Misbehaviour = (response: ServerResponse, asked: Asked) => void;

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
export function misbehave(script: FakeScript | null, response: ServerResponse, asked: Asked): boolean {
  const isRight = script === "keyed" && asked.key === "right-key";
  if (script === "keyed" && !isRight) {
    sendError(response, asked, 401, `Incorrect API key provided: ${asked.key}.`);
    return true;
  }
  const misbehaviour = script === null ? undefined : misbehaviours[script];
  misbehaviour?.(response, asked);
  return misbehaviour !== undefined;
}
