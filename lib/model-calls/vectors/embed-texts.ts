import type { CallOptions } from "#lib/model-calls/call-model.ts";
import { Fault, type FaultFacts, vectorsForm } from "#lib/model-calls/faults.ts";
import { exchangeWithin } from "#lib/model-calls/exchange.ts";
import type { FaultCause, Reach } from "#lib/model-calls/schema.ts";

export type EmbedRequest = { model: string; texts: readonly string[]; timeoutMs: number };

export type Embeddings = {
  vectors: readonly (readonly number[])[];
  /** As the server counted them; null where it didn't say. */
  tokens: number | null;
  /** Said by a server that only plays a model. */
  isFake: boolean;
};
export type EmbedFailure = FaultFacts & {
  ok: false;
  /** Which of the texts it is about; null where it is about none by itself. */
  at: number | null;
};
export type EmbedOutcome = ({ ok: true } & Embeddings) | EmbedFailure;

/** One try of one call for a vector of each text, without a second. */
export async function embedTexts(
  reach: Reach,
  { model, texts, timeoutMs }: EmbedRequest,
  { allowed, signal }: CallOptions,
): Promise<EmbedOutcome> {
  let read: Omit<Embeddings, "isFake"> = { vectors: [], tokens: null };
  const { exchange, fault } = await exchangeWithin(
    { timeoutMs, signal },
    { reach, allowed, isStreamed: false, form: vectorsForm },
    async (own) => {
      try {
        const headers = { "content-type": "application/json" };
        const response = await own.send("/embeddings", headers, JSON.stringify({ model, input: texts }));
        read = readVectors((await response.json()) as Body, texts.length);
        return null;
      } catch (error) {
        if (error instanceof Fault) return error;
        throw error;
      }
    },
  );
  if (!fault) return { ok: true, ...read, isFake: exchange.isFake };
  return { ok: false, ...fault.facts, at: fault instanceof VectorFault ? fault.at : null };
}

/** What is wrong with the vector of one text. Asked again the server would say the same. */
class VectorFault extends Fault {
  readonly at: number;
  constructor(cause: FaultCause, at: number) {
    super({ failure: "refused", status: 200, isHopeless: true, cause });
    this.at = at;
  }
}

type Body = { data: unknown[]; usage?: { prompt_tokens?: unknown; total_tokens?: unknown } | null };
type Row = { index?: unknown; embedding?: unknown } | null;

/** In the order of the texts, which servers say by numbers or keep by themselves. */
function readVectors({ data, usage }: Body, count: number): Omit<Embeddings, "isFake"> {
  const vectors: number[][] = [];
  for (const [place, row] of data.entries()) {
    const { index, embedding } = (row as Row) ?? {};
    const at = typeof index === "number" ? index : place;
    if (at in vectors || !Number.isInteger(at) || at < 0 || at >= count)
      throw new VectorFault("vectors_missing", Math.min(place, count - 1));
    vectors[at] = requireVector(embedding, at);
  }
  for (let at = 0; at < count; at++) if (!(at in vectors)) throw new VectorFault("vectors_missing", at);
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens;
  return { vectors, tokens: typeof tokens === "number" ? tokens : null };
}

function requireVector(value: unknown, at: number): number[] {
  if (!Array.isArray(value) || value.length === 0) throw new VectorFault("vectors_missing", at);
  const numbers = value as unknown[];
  if (!numbers.every((one) => typeof one === "number" && Number.isFinite(one)))
    throw new VectorFault("vectors_not_numbers", at);
  if (numbers.every((one) => one === 0)) throw new VectorFault("vectors_zero", at);
  return numbers as number[];
}
