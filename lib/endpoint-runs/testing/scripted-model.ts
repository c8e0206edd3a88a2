import type { Caller } from "#lib/endpoint-runs/running/work-off.ts";
import type { CallFailure, CallOutcome, CallReply, CallRequest } from "#lib/model-calls/schema.ts";
import { optionNames } from "#lib/testing/benchmark-files.ts";

const nothing: CallReply = {
  text: "",
  reasoning: "",
  finish: "stop",
  answeredBy: "model-b-2026",
  isFake: false,
  tokens: { input: 100, cached: null, output: 10, reasoning: null },
  firstTokenMs: null,
  totalMs: 5,
  unheeded: [],
};
export const replyWith = (text: string, more: Partial<CallReply> = {}): CallOutcome => ({
  ok: true,
  reply: { ...nothing, text, ...more },
});
export const failing = (failure: CallFailure, isHopeless = false): CallOutcome => ({
  ok: false,
  failure,
  cause: "server_failed",
  said: `It failed by ${failure}.`,
  status: 500,
  retryAfterMs: null,
  isHopeless,
  reply: { ...nothing, tokens: { input: null, cached: null, output: null, reasoning: null } },
});

export const distribution = (chosen: string, share = 0.7) =>
  JSON.stringify(
    Object.fromEntries(optionNames.map((name) => [name, name === chosen ? share : (1 - share) / 3])),
  );
export const promptOf = ({ messages }: CallRequest) => messages[0]?.text ?? "";
/** A model that also keeps what it was asked. */
export function listen(caller: Caller) {
  const heard: CallRequest[] = [];
  const heeding: Caller = (reach, request, signal) => {
    heard.push(request);
    return caller(reach, request, signal);
  };
  return { heard, caller: heeding };
}
