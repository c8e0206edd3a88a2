import type { AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import { cutOff, mostBytes, notTheProtocols, tooLarge } from "#lib/model-calls/body-faults.ts";
import { exchangeWithin, type Exchange } from "#lib/model-calls/exchange.ts";
import { Fault } from "#lib/model-calls/fault.ts";
import { hideWholeKey } from "#lib/model-calls/hide-key.ts";
import { openLibraryModel, prepareOptions } from "#lib/model-calls/library-models.ts";
import {
  areCountsOdd,
  nothingRead,
  partReasoning,
  readGenerated,
  readStream,
  readTokens,
  type Read,
} from "#lib/model-calls/read-reply.ts";
import type { CallOutcome, CallReply, CallRequest, Reach } from "#lib/model-calls/schema.ts";
import { explainTold, readTold, readToldText, type Told } from "#lib/model-calls/told-faults.ts";

export type CallOptions = { allowed: AllowedHosts; signal?: AbortSignal | undefined };

/** One try of one request, without a second. Throws only what the signal was aborted with, and that only while no answer is there. */
export async function callModel(
  reach: Reach,
  request: CallRequest,
  { allowed, signal }: CallOptions,
): Promise<CallOutcome> {
  const started = performance.now();
  const read = nothingRead();
  const { exchange, fault } = await exchangeWithin(
    { timeoutMs: request.timeoutMs, signal },
    { reach, allowed, isStreamed: request.isStreamed },
    (own, cancelled) => ask(reach, request, own, cancelled, read),
  );
  const reply = writeReply(read, reach, { started, isFake: exchange.isFake });
  const failed = fault ?? judgeReply(read, reply, { protocol: reach.protocol, status: exchange.status });
  return failed ? { ok: false, ...failed.facts, reply } : { ok: true, reply };
}

/** Has the library ask and read; what went wrong on the way, or null. */
async function ask(
  reach: Reach,
  request: CallRequest,
  exchange: Exchange,
  signal: AbortSignal,
  read: Read,
): Promise<Fault | null> {
  const model = openLibraryModel(reach, request.model);
  const options = prepareOptions(request, exchange, signal);
  try {
    if (!request.isStreamed) {
      readGenerated(read, await model.doGenerate(options));
      return null;
    }
    const { stream } = await model.doStream(options);
    if (!(await readStream(read, stream, mostBytes))) return tooLarge(exchange.status);
  } catch (error) {
    if (error instanceof Fault) return error;
    if (!request.isStreamed) return notTheProtocols(exchange.status);
    read.error = error;
  }
  return explainStreamEnd(read, exchange, reach);
}

function explainStreamEnd(
  { error, finish }: Read,
  { status, broken }: Exchange,
  { key }: Reach,
): Fault | null {
  // A finish reason says that the text is whole, however the connection ended behind it.
  const isWhole = finish?.raw !== undefined && error === null;
  if (isWhole && broken?.facts.failure !== "refused") return null;
  if (broken) return broken;
  const told = readStreamError(error);
  if (told) return explainTold(told, status ?? 200, key);
  const isOther = error instanceof Error && error.name === "AI_TypeValidationError";
  return isOther ? notTheProtocols(status) : cutOff(status);
}

type LibraryError = { data?: unknown; responseBody?: unknown; value?: { error?: unknown } | null };

/** The server's own words on an error, which the library wraps in one of several ways. */
function readStreamError(error: unknown): Told | null {
  if (!(error instanceof Error)) return readTold(error);
  const { data, responseBody, value } = error as LibraryError;
  if (data !== undefined) return readTold(data);
  if (typeof responseBody === "string") return readToldText(responseBody);
  return value?.error ? readTold(value) : null;
}

function writeReply(
  read: Read,
  { protocol, key }: Reach,
  { started, isFake }: { started: number; isFake: boolean },
): CallReply {
  const hide = (text: string) => hideWholeKey(text, key);
  return {
    ...partReasoning(hide(read.text), hide(read.reasoning)),
    finish: hide(read.finish?.raw ?? ""),
    tokens: readTokens(read.usage, protocol),
    firstTokenMs: read.firstTokenAt === null ? null : read.firstTokenAt - started,
    totalMs: performance.now() - started,
    answeredBy: read.answeredBy === null ? null : hide(read.answeredBy),
    isFake,
    unheeded: read.unheeded,
  };
}

/** Why a whole answer is none all the same. */
function judgeReply(
  { finish, usage }: Read,
  { text, reasoning }: CallReply,
  { protocol, status }: Pick<Reach, "protocol"> & { status: number | null },
): Fault | null {
  if (areCountsOdd(usage, protocol))
    return new Fault({ failure: "refused", status, isHopeless: true, cause: "odd_counts" });
  if (finish?.unified === "length") return new Fault({ failure: "length", status, cause: "max_tokens" });
  if (finish?.unified === "content-filter")
    return new Fault({ failure: "filtered", status, cause: "filtered" });
  if (text.trim() !== "") return null;
  return new Fault({ failure: "empty", status, cause: reasoning === "" ? "no_text" : "only_reasoning" });
}
