/** How a server is spoken to: "openai" is any server with an OpenAI-compatible address, hosted or one's own. */
export const protocols = ["openai", "anthropic"] as const;
export type Protocol = (typeof protocols)[number];

/** Where a call goes. The address is the base of the paths, such as https://api.openai.com/v1. */
export type Reach = { protocol: Protocol; address: string; key: string | null };

export type CallMessage = { role: "system" | "user" | "assistant"; text: string };

export const reasoningEfforts = ["minimal", "low", "medium", "high"] as const;
type ReasoningEffort = (typeof reasoningEfforts)[number];

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

/** What a failure came from, each with a sentence of its own on screens that says what to do. */
// oxfmt-ignore
export const faultCauses = [
  // Before anything is sent, or without an answer.
  "bad_address", "bad_key", "host_private", "host_unnamed", "host_plain", "no_address", "nobody_there",
  "unreachable", "broken_off", "too_late", "not_the_web", "kept_port", "certificate_expired",
  "certificate_of_other", "certificate_untrusted", "no_tls", "moved",
  // What the server tells.
  "rate_limit", "no_money", "server_failed", "error_told", "key_asked_for", "key_refused", "forbidden",
  "not_found", "gave_up", "filtered_before", "too_long", "bad_request",
  // An answer that is none.
  "web_page", "other_protocol", "in_one_piece", "too_large", "broke_off", "nothing_in_it", "no_text",
  "only_reasoning", "filtered", "max_tokens", "odd_counts",
  // Vectors that are none.
  "vectors_missing", "vectors_not_numbers", "vectors_zero", "vectors_unlike",
] as const;
export type FaultCause = (typeof faultCauses)[number];

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
  cause: FaultCause;
  /** The server's own words, shortened; empty where it said nothing, or the key is what's wrong. The key is never in it. */
  said: string;
  status: number | null;
  retryAfterMs: number | null;
  /** Trying again can't help: a wrong key, an unknown model, a certificate, a host that isn't allowed. */
  isHopeless: boolean;
  /** What came all the same: text so far, and tokens to be paid. */
  reply: CallReply;
};

/** What screens word of a failed call: what it came from, where that is known, its status and the server's own words. */
export type CallFault = { cause: FaultCause | null; status: number | null; said: string };

export type CallOutcome = { ok: true; reply: CallReply } | FailedCall;

/** For a million tokens each. Without a price for cached ones they cost what the others do. */
export type Prices = { input: number | null; cached: number | null; output: number | null };

/** What a call cost; null where a price or a count is missing. Who doesn't count cached tokens cached none. */
export function priceOf({ input, cached, output }: CallTokens, prices: Prices): number | null {
  if (input === null || output === null || prices.input === null || prices.output === null) return null;
  const reused = Math.min(cached ?? 0, input);
  const fresh = input - reused;
  return (
    (fresh * prices.input + reused * (prices.cached ?? prices.input) + output * prices.output) / 1_000_000
  );
}
