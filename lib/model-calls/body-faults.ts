import { Fault } from "#lib/model-calls/fault.ts";
import { explainReported, readServerError } from "#lib/model-calls/server-errors.ts";
import type { FaultCause, Protocol } from "#lib/model-calls/schema.ts";
import { ValueCount } from "#lib/model-calls/value-count.ts";

/** Of an answer that comes in one piece, and of one event of a stream. */
export const maxBytes = 4 * 1024 * 1024;
/** Of a whole stream: each token comes with a few hundred bytes around it. */
export const maxStreamedBytes = 64 * 1024 * 1024;

export const tooLarge = (status: number | null) =>
  new Fault({
    failure: "refused",
    status,
    cause: "too_large",
  });

export const cutOff = (status: number | null) =>
  new Fault({
    failure: "cut",
    status,
    cause: "broke_off",
  });

export const notTheProtocols = (status: number | null) =>
  new Fault({
    failure: "refused",
    status,
    isHopeless: true,
    cause: "other_protocol",
  });

/** Some servers write what no JSON has. */
const namesNoNumber = /[[,]\s*-?(?:NaN|Infinity)\b/;
const notNumbers = (status: number | null) =>
  new Fault({ failure: "refused", status, isHopeless: true, cause: "vectors_not_numbers" });

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
  if (start.startsWith("<"))
    throw new Fault({
      failure: "refused",
      status,
      isHopeless: true,
      cause: "web_page",
    });
  if (isCounted && new ValueCount({ isByLine: false }).isOver(Buffer.from(text)))
    throw notTheProtocols(status);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (partsOf === vectorsForm.partsOf && namesNoNumber.test(text)) throw notNumbers(status);
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
