import { Fault } from "#lib/model-calls/fault.ts";
import { hideKey } from "#lib/model-calls/hide-key.ts";
import type { FaultCause } from "#lib/model-calls/schema.ts";

/** What a server says of an error, in whichever of the usual forms. */
export type ServerError = { message: string; code: string };

const longestQuote = 300;

type Fields = Partial<Record<"error" | "message" | "detail" | "code" | "type" | "status", unknown>>;

/** Null where the value tells of no error. */
export function readServerError(value: unknown): ServerError | null {
  if (typeof value === "string") return { message: value, code: "" };
  if (typeof value !== "object" || value === null) return null;
  const { error, message, detail, code, type, status } = value as Fields;
  if (error !== undefined && error !== null) return readServerError(error);
  const words = [message, detail].find((one) => typeof one === "string" && one !== "");
  const codes = [code, type, status].filter((one) => typeof one === "string" || typeof one === "number");
  if (words === undefined && codes.length === 0) return null;
  return { message: String(words ?? ""), code: codes.join(" ") };
}

export function readServerErrorText(text: string): ServerError | null {
  try {
    return readServerError(JSON.parse(text));
  } catch {
    // A page of a proxy says nothing that is worth quoting.
    return text.trimStart().startsWith("<") ? null : { message: text, code: "" };
  }
}

/** The server's own words, without anything of the key. */
function quote(told: ServerError | null, key: string | null): string {
  const words = hideKey(told?.message ?? "", key)
    .replace(/\s+/g, " ")
    .trim();
  return words.length > longestQuote ? `${words.slice(0, longestQuote).toWellFormed()}…` : words;
}

const isSpent = (told: ServerError | null) =>
  /insufficient_quota|billing|credit_balance/.test(told?.code ?? "");
const isFiltered = (told: ServerError | null) =>
  /content_filter|content_policy|ResponsibleAI/.test(told?.code ?? "");

type Status = { status: number; told: ServerError | null; key: string | null; retryAfterMs?: number | null };

/** An answer whose status is no success. Nothing is quoted where the key is what's wrong: those words may hold it. */
export function explainStatus({ status, told, key, retryAfterMs = null }: Status): Fault {
  const facts = { status, retryAfterMs, said: status === 401 ? "" : quote(told, key) };
  const hopeless = (cause: FaultCause) =>
    new Fault({ failure: "refused", isHopeless: true, cause, ...facts });
  if (status === 429 && isSpent(told))
    return new Fault({ failure: "rate", isHopeless: true, cause: "no_money", ...facts });
  if (status === 429) return new Fault({ failure: "rate", cause: "rate_limit", ...facts });
  if (status >= 500) return new Fault({ failure: "server", cause: "server_failed", ...facts });
  if (status === 401) return hopeless(key === null ? "key_asked_for" : "key_refused");
  if (status === 402) return hopeless("no_money");
  if (status === 403) return hopeless("forbidden");
  if (status === 404) return hopeless("not_found");
  if (status === 408) return new Fault({ failure: "timeout", cause: "gave_up", ...facts });
  if (isFiltered(told)) return new Fault({ failure: "filtered", cause: "filtered_before", ...facts });
  return hopeless(status === 413 ? "too_long" : "bad_request");
}

// Anthropic's names, and those that others took from OpenAI.
const statusesByName: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|insufficient_quota|too_many/, 429],
  [/authentication|invalid_api_key|unauthorized/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/too_large/, 413],
  [/invalid_request|content_filter|context_length/, 400],
];

/** An error told with status 200, in a body or in the middle of a stream. */
export function explainReported(told: ServerError, status: number, key: string | null): Fault {
  const numbers = told.code.match(/\b[45]\d\d\b/);
  const meant = Number(
    numbers?.[0] ?? statusesByName.find(([name]) => name.test(told.code.toLowerCase()))?.[1] ?? 500,
  );
  const { facts } = explainStatus({ status: meant, told, key });
  if (facts.failure !== "server") return new Fault({ ...facts, status });
  return new Fault({ failure: "server", status, cause: "error_told", said: facts.said });
}
