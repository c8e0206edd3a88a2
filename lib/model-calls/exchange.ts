import { fetch as request, type Response as Received } from "undici";
import { type AllowedHosts, judgeHost, type HostVerdict } from "#lib/model-calls/allowed-hosts.ts";
import {
  answerForm,
  type BodyForm,
  cutOff,
  explainNetworkFault,
  explainStatus,
  Fault,
  hopeless,
  maxBytes,
  maxStreamedBytes,
  notTheProtocols,
  readServerErrorText,
  requireForm,
  tooLarge,
  ValueCount,
} from "#lib/model-calls/faults.ts";
import { connectionsTo } from "#lib/model-calls/connections.ts";
import { readRetryAfter } from "#lib/model-calls/pacing.ts";
import type { Reach } from "#lib/model-calls/schema.ts";
import { withoutEnd } from "#lib/text-end.ts";

type Open = Extract<HostVerdict, "named" | "public">;

/** Throws unless the address and its key can be sent to, as far as that is known before a connection is made. */
function requireHost({ address, key }: Reach, allowed: AllowedHosts): Open {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw hopeless(null, "bad_address");
  // An error about such a header would quote it.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) throw hopeless(null, "bad_key");
  const verdict = judgeHost(url, allowed);
  if (verdict === "named" || verdict === "public") return verdict;
  throw hopeless(null, `host_${verdict}`);
}

const longestError = 64 * 1024;

export type ExchangeOptions = {
  reach: Reach;
  allowed: AllowedHosts;
  isStreamed: boolean;
  /** Of a whole body; where nothing is said, that of an answer. */
  form?: BodyForm;
  cancel: AbortController;
};

type TimeoutOptions = { timeoutMs: number; signal?: AbortSignal | undefined };

/** One exchange, until its time is over or nobody waits for it any more; and what went wrong, or null. */
export async function exchangeWithin(
  { timeoutMs, signal }: TimeoutOptions,
  sending: Omit<ExchangeOptions, "cancel">,
  use: (exchange: Exchange, signal: AbortSignal) => Promise<Fault | null>,
): Promise<{ exchange: Exchange; fault: Fault | null }> {
  signal?.throwIfAborted();
  const cancel = new AbortController();
  const cancelled = () => cancel.abort();
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    cancel.abort();
  }, timeoutMs);
  signal?.addEventListener("abort", cancelled);
  const exchange = new Exchange({ ...sending, cancel });
  let fault: Fault | null;
  try {
    fault = await use(exchange, cancel.signal);
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener("abort", cancelled);
    cancel.abort();
  }
  // What was answered before the abort came was paid, and is kept.
  if (fault) signal?.throwIfAborted();
  return { exchange, fault: isLate && fault ? tooLate() : fault };
}

const tooLate = () => new Fault({ failure: "timeout", cause: "too_late" });

/**
 * One request and what came back. The library gets a response only of an answer that is whole, or of a stream; it can't
 * tell a stream that broke from one that ended, so that is kept here.
 */
export class Exchange {
  status: number | null = null;
  isFake = false;
  /** What ended a stream that did not end by itself. */
  broken: Fault | null = null;
  readonly #sending: ExchangeOptions;

  constructor(sending: ExchangeOptions) {
    this.#sending = sending;
  }

  /** The path is the protocol's, below the address. */
  async send(path: string, given: Record<string, string>, body: string): Promise<Response> {
    const { reach, allowed, cancel, isStreamed, form = answerForm(reach.protocol) } = this.#sending;
    const dispatcher = connectionsTo(requireHost(reach, allowed));
    // The library has a word in place of a key.
    const { "x-api-key": _, ...headers } = given;
    const url = new URL(`${withoutEnd(reach.address, /\//)}${path}`);
    let response: Received;
    try {
      response = await request(url, {
        method: "POST",
        headers: { ...headers, ...authorise(reach), "user-agent": "Benchside" },
        body,
        redirect: "manual",
        dispatcher,
        signal: cancel.signal,
      });
    } catch (error) {
      throw explainNetworkFault(error);
    }
    this.status = response.status;
    this.isFake = response.headers.get("x-benchside-fake") === "1";
    if (!response.ok) throw await this.#explain(response);
    const type = response.headers.get("content-type") ?? "";
    if (isStreamed && !/json|html/i.test(type)) return this.#pass(response);
    const text = await this.#readWhole(response, form.most);
    requireForm(text, response.status, form, reach.key);
    if (isStreamed) throw hopeless(response.status, "in_one_piece");
    return new Response(text, { headers: { "content-type": "application/json" } });
  }

  async #explain(response: Received): Promise<Fault> {
    const { status, headers } = response;
    if (status < 400) {
      await response.body?.cancel().catch(() => undefined);
      return hopeless(status, "moved");
    }
    const text = await readUpTo(response, longestError).catch(() => "");
    return explainStatus({
      status,
      told: readServerErrorText(text),
      key: this.#sending.reach.key,
      retryAfterMs: readRetryAfter(headers.get("retry-after"), Date.now()),
    });
  }

  async #readWhole(response: Received, most: number): Promise<string> {
    const bytes = { read: 0 };
    const text = await readUpTo(response, most + 1, bytes).catch(() => null);
    if (text === null) throw bytes.read === 0 ? explainNetworkFault(null) : cutOff(response.status);
    if (bytes.read > most) throw tooLarge(response.status);
    return text;
  }

  #pass(response: Received): Response {
    const reader = response.body?.getReader();
    const { cancel } = this.#sending;
    let all = 0;
    let inEvent = 0;
    const values = new ValueCount({ isByLine: true });
    const stop = (fault: Fault, controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.broken = fault;
      controller.close();
    };
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
          if (done) {
            // A last event may lack the blank line below it.
            controller.enqueue(blankLine);
            return controller.close();
          }
          all += value.length;
          const lineEnd = value.lastIndexOf(10);
          inEvent = lineEnd < 0 ? inEvent + value.length : value.length - lineEnd;
          const isLarge = all > maxStreamedBytes || inEvent > maxBytes;
          if (!isLarge && !values.isOver(value)) return controller.enqueue(value);
          stop((isLarge ? tooLarge : notTheProtocols)(response.status), controller);
          cancel.abort();
        } catch {
          stop(all === 0 ? explainNetworkFault(null) : cutOff(response.status), controller);
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  }
}

const blankLine = new TextEncoder().encode("\n\n");

function authorise({ protocol, key }: Reach): Record<string, string> {
  if (key === null) return {};
  return protocol === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` };
}

/** The text of a body, of which no more is read than so many bytes. */
async function readUpTo(response: Received, most: number, bytes = { read: 0 }): Promise<string> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    bytes.read += value.length;
    pieces.push(value);
    if (bytes.read >= most) {
      await reader?.cancel().catch(() => undefined);
      break;
    }
  }
  return Buffer.concat(pieces).subarray(0, most).toString("utf8");
}
