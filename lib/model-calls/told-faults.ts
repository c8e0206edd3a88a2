import { Fault } from "#lib/model-calls/fault.ts";
import { hideKey } from "#lib/model-calls/hide-key.ts";

/** What a server says of an error, in whichever of the usual forms. */
export type Told = { message: string; code: string };

const longestQuote = 300;

type Fields = Partial<Record<"error" | "message" | "detail" | "code" | "type" | "status", unknown>>;

/** Null where the value tells of no error. */
export function readTold(value: unknown): Told | null {
  if (typeof value === "string") return { message: value, code: "" };
  if (typeof value !== "object" || value === null) return null;
  const { error, message, detail, code, type, status } = value as Fields;
  if (error !== undefined && error !== null) return readTold(error);
  const words = [message, detail].find((one) => typeof one === "string" && one !== "");
  const codes = [code, type, status].filter((one) => typeof one === "string" || typeof one === "number");
  if (words === undefined && codes.length === 0) return null;
  return { message: String(words ?? ""), code: codes.join(" ") };
}

export function readToldText(text: string): Told | null {
  try {
    return readTold(JSON.parse(text));
  } catch {
    // A page of a proxy says nothing that is worth quoting.
    return text.trimStart().startsWith("<") ? null : { message: text, code: "" };
  }
}

/** A clause with the server's own words, without anything of the key. */
function quote(told: Told | null, key: string | null): string {
  const words = hideKey(told?.message ?? "", key)
    .replace(/\s+/g, " ")
    .trim();
  if (words === "") return "";
  return `, saying “${words.length > longestQuote ? `${words.slice(0, longestQuote)}…` : words}”`;
}

const isSpent = (told: Told | null) => /insufficient_quota|billing|credit_balance/.test(told?.code ?? "");
const isFiltered = (told: Told | null) =>
  /content_filter|content_policy|ResponsibleAI/.test(told?.code ?? "");

type Said = { status: number; told: Told | null; key: string | null; retryAfterMs?: number | null };

/** An answer whose status is no success. Nothing is quoted where the key is what's wrong: those words may hold it. */
export function explainStatus({ status, told, key, retryAfterMs = null }: Said): Fault {
  const saying = quote(told, key);
  const hopeless = (detail: string) =>
    new Fault({ failure: "refused", isHopeless: true, status, retryAfterMs, detail });
  if (status === 429) return explainRate({ status, told, key, retryAfterMs });
  if (status >= 500)
    return new Fault({
      failure: "server",
      status,
      retryAfterMs,
      detail: `The server failed (${status})${saying}: try again later.`,
    });
  if (status === 401)
    return hopeless(
      key === null
        ? "The server asks for a key (401): enter one."
        : "The server doesn’t accept the key (401): enter it anew.",
    );
  if (status === 402)
    return hopeless(`The account has no money left (402)${saying}: add credit at the provider.`);
  if (status === 403)
    return hopeless(`The server refuses this key or model (403)${saying}: check what the key may do.`);
  if (status === 404)
    return hopeless(`The server knows no such model or address (404)${saying}: check both.`);
  if (status === 408)
    return new Fault({
      failure: "timeout",
      status,
      retryAfterMs,
      detail: `The server gave up waiting (408)${saying}: try again later.`,
    });
  if (isFiltered(told))
    return new Fault({ failure: "filtered", status, detail: `The provider’s filter held it back${saying}.` });
  if (status === 413) return hopeless(`The request is too long for the server (413)${saying}: shorten it.`);
  return hopeless(
    `The server refuses the request (${status})${saying}: check the model’s name and the settings.`,
  );
}

function explainRate({ status, told, key, retryAfterMs = null }: Said): Fault {
  const saying = quote(told, key);
  const isHopeless = isSpent(told);
  const detail = isHopeless
    ? `The account has nothing left (${status})${saying}: add credit at the provider.`
    : `The server takes no more calls for now (${status})${saying}: allow fewer calls a minute or at once.`;
  return new Fault({ failure: "rate", status, retryAfterMs, isHopeless, detail });
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
export function explainTold(told: Told, status: number, key: string | null): Fault {
  const numbers = told.code.match(/\b[45]\d\d\b/);
  const meant = Number(
    numbers?.[0] ?? statusesByName.find(([name]) => name.test(told.code.toLowerCase()))?.[1] ?? 500,
  );
  const { facts } = explainStatus({ status: meant, told, key });
  if (facts.failure !== "server") return new Fault({ ...facts, status });
  const detail = `The server told of an error in place of an answer${quote(told, key)}: try again later.`;
  return new Fault({ failure: "server", status, detail });
}
