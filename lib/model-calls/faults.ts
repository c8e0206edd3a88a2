import { privateAddressCode } from "#lib/model-calls/connections.ts";
import type { FailedCall, FaultCause, Protocol } from "#lib/model-calls/schema.ts";

export type FaultFacts = Omit<FailedCall, "ok" | "reply">;

/** Why an exchange gave no answer, thrown through the library that asked for it. */
export class Fault extends Error {
  readonly facts: FaultFacts;
  constructor(facts: Pick<FaultFacts, "failure" | "cause"> & Partial<FaultFacts>) {
    super(facts.cause);
    this.name = "Fault";
    this.facts = { said: "", status: null, retryAfterMs: null, isHopeless: false, ...facts };
  }
}

/** Of an answer that comes in one piece, and of one event of a stream. */
export const maxBytes = 4 * 1024 * 1024;
/** Of a whole stream: each token comes with a few hundred bytes around it. */
export const maxStreamedBytes = 64 * 1024 * 1024;

export const tooLarge = (status: number | null) =>
  new Fault({ failure: "refused", status, cause: "too_large" });
export const cutOff = (status: number | null) => new Fault({ failure: "cut", status, cause: "broke_off" });
export const hopeless = (status: number | null, cause: FaultCause) =>
  new Fault({ failure: "refused", status, isHopeless: true, cause });
export const notTheProtocols = (status: number | null) => hopeless(status, "other_protocol");

/** Some servers write what no JSON has. */
const namesNoNumber = /[[,]\s*-?(?:NaN|Infinity)\b/;
const empty = (status: number, cause: FaultCause) => new Fault({ failure: "empty", status, cause });

type Shape = { choices?: unknown; content?: unknown; data?: unknown };

/** What a whole body has to hold, how long it may be, and whether its values are counted. */
export type BodyForm = { most: number; isCounted: boolean; partsOf: (body: Shape) => unknown };

export const answerForm = (protocol: Protocol): BodyForm => ({
  most: maxBytes,
  isCounted: true,
  partsOf: ({ choices, content }) => (protocol === "openai" ? choices : content),
});

/** Each number takes up to 25 bytes, and models with 4,096 numbers and more a text are about. */
export const vectorsForm: BodyForm = {
  most: 4 * maxBytes,
  isCounted: false,
  partsOf: ({ data }) => data,
};

/** Throws unless a whole body of status 200 has the form that was asked for. */
export function requireForm(
  text: string,
  status: number,
  { isCounted, partsOf }: BodyForm,
  key: string | null,
): void {
  const start = text.trimStart();
  if (start === "") throw empty(status, "nothing_in_it");
  if (start.startsWith("<")) throw hopeless(status, "web_page");
  if (isCounted && new ValueCount({ isByLine: false }).isOver(Buffer.from(text)))
    throw notTheProtocols(status);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (partsOf === vectorsForm.partsOf && namesNoNumber.test(text))
      throw hopeless(status, "vectors_not_numbers");
    throw start.startsWith("{") ? cutOff(status) : notTheProtocols(status);
  }
  const parts = partsOf((value ?? {}) as Shape);
  if (Array.isArray(parts)) {
    if (parts.length === 0) throw empty(status, "no_text");
    return;
  }
  const told = readServerError(value);
  throw told ? explainReported(told, status, key) : notTheProtocols(status);
}

type ErrorWithCode = Error & { code?: unknown; errors?: readonly unknown[] };

/** The code of the innermost error that has one: what is thrown wraps it, or gathers one for each address. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { code, errors } = at as ErrorWithCode;
    if (typeof code === "string" && code !== "UND_ERR") return code;
    if (errors?.length) return codeOf(errors[0]);
  }
  return "";
}

const expired = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const unknownIssuer =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_.*|CERT_UNTRUSTED)$/;

/** What broke before an answer began. */
export function explainNetworkFault(error: unknown): Fault {
  const code = codeOf(error);
  const refused = (cause: FaultCause) => hopeless(null, cause);
  if (code === privateAddressCode) return refused("host_private");
  if (expired.has(code)) return refused("certificate_expired");
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return refused("certificate_of_other");
  if (unknownIssuer.test(code)) return refused("certificate_untrusted");
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return refused("no_tls");
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW") return refused("not_the_web");
  // Ports of other services, mail's among them, which no browser calls either.
  if (error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port")
    return refused("kept_port");
  return new Fault({ failure: "server", cause: explainSilence(code) });
}

function explainSilence(code: string): FaultCause {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no_address";
  if (code === "ECONNREFUSED") return "nobody_there";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT" || /UNREACH/.test(code))
    return "unreachable";
  return "broken_off";
}

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
function quoteServer(told: ServerError | null, key: string | null): string {
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
  const facts = { status, retryAfterMs, said: status === 401 ? "" : quoteServer(told, key) };
  const refused = (cause: FaultCause) => new Fault({ failure: "refused", isHopeless: true, cause, ...facts });
  if (status === 429 && isSpent(told))
    return new Fault({ failure: "rate", isHopeless: true, cause: "no_money", ...facts });
  if (status === 429) return new Fault({ failure: "rate", cause: "rate_limit", ...facts });
  if (status >= 500) return new Fault({ failure: "server", cause: "server_failed", ...facts });
  if (status === 401) return refused(key === null ? "key_asked_for" : "key_refused");
  if (status === 402) return refused("no_money");
  if (status === 403) return refused("forbidden");
  if (status === 404) return refused("not_found");
  if (status === 408) return new Fault({ failure: "timeout", cause: "gave_up", ...facts });
  if (isFiltered(told)) return new Fault({ failure: "filtered", cause: "filtered_before", ...facts });
  return refused(status === 413 ? "too_long" : "bad_request");
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

// Shorter pieces say nothing of a key, and stand in other words by chance.
const shortestPiece = 6;
// A word such as "ollama" is sent as a key where none is asked for.
const shortestSecret = 16;

/** A server's own words without any piece of the key, as it is or in one of the usual dresses. */
export function hideKey(text: string, key: string | null): string {
  if (key === null || key === "") return text;
  const dresses = new Set([
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString("base64"),
    Buffer.from(key).toString("base64url"),
    Buffer.from(key).toString("hex"),
  ]);
  return [...dresses].reduce(hidePieces, text);
}

function hidePieces(text: string, key: string): string {
  const length = Math.min(shortestPiece, key.length);
  const pieces = new Set<string>();
  for (let at = 0; at + length <= key.length; at++) pieces.add(key.slice(at, at + length));
  let shown = "";
  let hiddenTo = 0;
  for (let at = 0; at < text.length; at++) {
    if (pieces.has(text.slice(at, at + length))) {
      if (at >= hiddenTo) shown += "[key]";
      hiddenTo = at + length;
    }
    if (at >= hiddenTo) shown += text.charAt(at);
  }
  return shown;
}

/** An answer without the key, should a server put it there; nothing else of it is touched. */
export const hideWholeKey = (text: string, key: string | null): string =>
  key !== null && key.length >= shortestSecret ? text.replaceAll(key, "[key]") : text;

/** An answer in one piece, or one event of a stream, needs some fifty; the library checks each. */
const maxValues = 10_000;

const [lineFeed, carriageReturn, quote, comma, list, backslash, object] = Buffer.from('\n\r",[\\{');

/** Whether JSON that comes in pieces has more values than any answer, by the signs between them. */
export class ValueCount {
  readonly #isByLine: boolean;
  #values = 1;
  #isInText = false;
  #isEscaped = false;

  /** In a stream each line is counted separately. */
  constructor({ isByLine }: { isByLine: boolean }) {
    this.#isByLine = isByLine;
  }

  isOver(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      if (this.#isByLine && (byte === lineFeed || byte === carriageReturn)) {
        this.#values = 1;
        this.#isInText = this.#isEscaped = false;
      } else if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = this.#isInText;
      else if (byte === quote) this.#isInText = !this.#isInText;
      else if (this.#isInText) continue;
      else if (byte === comma || byte === list || byte === object) this.#values++;
      if (this.#values > maxValues) return true;
    }
    return false;
  }
}
