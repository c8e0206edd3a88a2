import { setTimeout as delay } from "node:timers/promises";
import { Pace, waitBeforeNext } from "#lib/model-calls/pacing.ts";
import type { EmbedFailure, EmbedOutcome } from "#lib/model-calls/vectors/embed-texts.ts";
import type { CallFault } from "#lib/model-calls/schema.ts";

export type NamedText = { id: string; text: string };

/** As many as servers of one’s own take at once without being told. */
export const textsInCall = 32;
export const vectorTries = 5;

export type FetchOptions = {
  texts: readonly NamedText[];
  limits: { callsPerMinute: number | null; tokensPerMinute: number | null; callsAtOnce: number };
  signal: AbortSignal;
  embed: (texts: readonly string[], signal: AbortSignal) => Promise<EmbedOutcome>;
  /** Told of the texts in their order, each once. */
  keep: (
    texts: readonly NamedText[],
    vectors: readonly (readonly number[])[],
    isFake: boolean,
  ) => Promise<void>;
  onProgress: (texts: number) => void;
  /** Of how long it would wait; less in tests. */
  patience?: number;
};

export type FetchSummary = { length: number; tokens: number | null; calls: number; isFake: boolean };
/** Why there are none: what went wrong, and of which texts. */
export type FetchFailure = CallFault & { first: string; last: string; at: string | null; tries: number };
export type FetchOutcome = ({ ok: true } & FetchSummary) | ({ ok: false } & FetchFailure);

/** A vector of every text, so many texts a call and so many calls at once; one that can’t be had ends it. */
export async function fetchVectors(fetching: FetchOptions): Promise<FetchOutcome> {
  const { texts, limits, onProgress } = fetching;
  const over = new AbortController();
  const signal = AbortSignal.any([fetching.signal, over.signal]);
  const batches = Array.from({ length: Math.ceil(texts.length / textsInCall) }, (_, at) =>
    texts.slice(at * textsInCall, (at + 1) * textsInCall),
  );
  const pace = new Pace(limits);
  const sum = { length: 0, tokens: 0 as number | null, calls: 0, isFake: false };
  const inOrder = new InOrder(fetching.keep);
  const state = { next: 0, done: 0, refused: null as FetchFailure | null };
  async function takeOneByOne(): Promise<void> {
    for (;;) {
      const at = state.next++;
      const batch = batches[at];
      if (!batch || state.refused) return;
      const tried = await tryBatch(batch, pace, { ...fetching, signal });
      sum.calls += tried.calls;
      const outcome = refuseUnlike(tried.outcome, sum);
      if (!outcome.ok) {
        state.refused ??= failureOf(batch, outcome, tried.calls);
        return over.abort();
      }
      const { tokens, isFake, vectors } = outcome;
      sum.tokens = tokens === null || sum.tokens === null ? null : sum.tokens + tokens;
      sum.isFake ||= isFake;
      await inOrder.take(at, batch, vectors, isFake);
      onProgress((state.done += batch.length));
    }
  }
  try {
    const atOnce = Math.max(1, Math.min(limits.callsAtOnce, batches.length));
    await Promise.all(Array.from({ length: atOnce }, takeOneByOne));
  } catch (error) {
    if (!state.refused || fetching.signal.aborted) throw error;
  }
  return state.refused ? { ok: false, ...state.refused } : { ok: true, ...sum };
}

type FailedBatch = Pick<EmbedFailure, "ok" | "cause" | "status" | "said" | "at">;
type BatchOutcome = Extract<EmbedOutcome, { ok: true }> | FailedBatch;

/** All vectors are as long as the first that came. */
function refuseUnlike(outcome: EmbedOutcome, sum: { length: number }): BatchOutcome {
  if (!outcome.ok) return outcome;
  sum.length ||= outcome.vectors[0]?.length ?? 0;
  const at = outcome.vectors.findIndex(({ length }) => length !== sum.length);
  return at < 0 ? outcome : { ok: false, cause: "vectors_unlike", status: null, said: "", at };
}

const failureOf = (
  batch: readonly NamedText[],
  { cause, status, said, at }: FailedBatch,
  tries: number,
): FetchFailure => ({
  cause,
  status,
  said,
  tries,
  first: batch[0]?.id ?? "",
  last: batch.at(-1)?.id ?? "",
  at: at === null ? null : (batch[at]?.id ?? null),
});

async function tryBatch(
  batch: readonly NamedText[],
  pace: Pace,
  { embed, signal, patience = 1 }: FetchOptions,
): Promise<{ outcome: EmbedOutcome; calls: number }> {
  const texts = batch.map(({ text }) => text);
  const expected = texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0);
  for (let calls = 1; ; calls++) {
    await pace.wait(expected, signal);
    const outcome = await embed(texts, signal);
    if (outcome.ok) pace.correct(expected, outcome.tokens ?? expected);
    if (outcome.ok || outcome.isHopeless || calls >= vectorTries) return { outcome, calls };
    await delay(waitBeforeNext(calls, outcome, Math.random, patience), undefined, { signal });
  }
}

/** Calls end in any order; what they brought is kept in that of the texts, so that the same vectors are the same file. */
class InOrder {
  readonly #keep: FetchOptions["keep"];
  readonly #waiting = new Map<number, Parameters<FetchOptions["keep"]>>();
  #next = 0;
  #kept: Promise<void> = Promise.resolve();

  constructor(keep: FetchOptions["keep"]) {
    this.#keep = keep;
  }

  async take(at: number, ...brought: Parameters<FetchOptions["keep"]>): Promise<void> {
    this.#waiting.set(at, brought);
    for (let ready = this.#waiting.get(this.#next); ready; ready = this.#waiting.get(this.#next)) {
      const part = ready;
      this.#waiting.delete(this.#next++);
      this.#kept = this.#kept.then(() => this.#keep(...part));
    }
    await this.#kept;
  }
}
