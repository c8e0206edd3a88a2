/** How a server is spoken to: "openai" is any server with an OpenAI-compatible address, hosted or one's own. */
export const protocols = ["openai", "anthropic"] as const;
export type Protocol = (typeof protocols)[number];

/** Where a call goes. The address is the base of the paths, such as https://api.openai.com/v1. */
export type Reach = { protocol: Protocol; address: string; key: string | null };

export type CallMessage = { role: "system" | "user" | "assistant"; text: string };

export const reasoningEfforts = ["minimal", "low", "medium", "high"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Of a request, what not every protocol and model takes. */
export type CallSetting = "temperature" | "maxTokens" | "seed" | "reasoningEffort";

export type CallRequest = {
  model: string;
  messages: readonly CallMessage[];
  temperature: number | null;
  maxTokens: number | null;
  seed: number | null;
  reasoningEffort: ReasoningEffort | null;
  isStreamed: boolean;
  /** For the whole call, from the first byte sent to the last one read. */
  timeoutMs: number;
};

/**
 * Why a call has no answer. `rate`: 429. `server`: 5xx, an error in a body of status 200, a host that is gone or breaks
 * off before anything came. `timeout`: no end within the time. `cut`: a stream or body that ended before its end.
 * `length`: the model reached its tokens. `filtered`: held back by a filter. `refused`: any other 4xx, a redirect, a
 * certificate, a host that isn't allowed, a body that isn't the protocol's. `empty`: an answer without a text.
 */
export const callFailures = [
  "rate",
  "server",
  "timeout",
  "cut",
  "length",
  "filtered",
  "refused",
  "empty",
] as const;
export type CallFailure = (typeof callFailures)[number];

/** As the server counted them; null where it didn't say. Cached ones are among the input, those of reasoning among the output. */
export type CallTokens = {
  input: number | null;
  cached: number | null;
  output: number | null;
  reasoning: number | null;
};

export type CallReply = {
  text: string;
  reasoning: string;
  /** As the server named it; empty where it said nothing. */
  finish: string;
  tokens: CallTokens;
  /** Null where the answer came in one piece, or nothing did. */
  firstTokenMs: number | null;
  totalMs: number;
  /** The model's name as the server says it. */
  answeredBy: string | null;
  /** Said by a server that only plays a model. */
  isFake: boolean;
  /** What was asked for and not sent, or not as it was: the protocol or this model doesn’t take it. */
  unheeded: readonly CallSetting[];
};

export type FailedCall = {
  ok: false;
  failure: CallFailure;
  /** One sentence for people, which says what to do. The key is never in it. */
  detail: string;
  status: number | null;
  retryAfterMs: number | null;
  /** Trying again can't help: a wrong key, an unknown model, a certificate, a host that isn't allowed. */
  isHopeless: boolean;
  /** What came all the same: text so far, and tokens to be paid. */
  reply: CallReply;
};

export type CallOutcome = { ok: true; reply: CallReply } | FailedCall;
