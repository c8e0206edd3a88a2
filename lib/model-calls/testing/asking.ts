import type { RequestListener } from "node:http";
import { callModel } from "#lib/model-calls/call-model.ts";
import type { CallOutcome, CallRequest, Reach } from "#lib/model-calls/schema.ts";
import { startRawServer } from "#lib/model-calls/testing/raw-server.ts";
import { here, key, reach, request } from "#lib/model-calls/testing/requests.ts";

type Answer = (response: Parameters<RequestListener>[1], request: Parameters<RequestListener>[0]) => void;
export type CallServer = (
  answer: Answer,
  more?: Partial<CallRequest>,
  at?: Partial<Reach>,
) => Promise<CallOutcome>;

/** A server that answers each call as it is told at the call; the model's name leads to the answer. */
export async function startAsking(): Promise<{ ask: CallServer; close: () => Promise<void> }> {
  const answers = new Map<string, Answer>();
  const { port, close } = await startRawServer((received, response) => {
    void received.toArray().then((pieces) => {
      const { model } = JSON.parse(Buffer.concat(pieces).toString()) as { model: string };
      answers.get(model)?.(response, received);
    });
  });
  const ask: CallServer = (answer, more = {}, at = {}) => {
    const model = `model-${answers.size}`;
    answers.set(model, answer);
    return callModel({ ...reach(port, "openai", key), ...at }, request(model, more), { allowed: here });
  };
  return { ask, close };
}

export const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

export const stream =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/event-stream" }).end(text);

export const whole = (text: string, more: object = {}): object => ({
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop", ...more }],
});

export const event = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
