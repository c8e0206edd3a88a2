import { open, rm } from "node:fs/promises";
import { roleId } from "#lib/benchmarks/lineage/pool-schema.ts";
import { readPool } from "#lib/curation/pool/read-pool.ts";
import type { VectorsPlan } from "#lib/curation/pool/vectors/schema.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import type { AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import type { Reach } from "#lib/model-calls/schema.ts";
import { embedTexts } from "#lib/model-calls/vectors/embed-texts.ts";
import {
  textsInCall,
  type NamedText,
  fetchVectors,
  type FetchOutcome,
  type FetchOptions,
} from "#lib/model-calls/vectors/fetch-vectors.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

export type CountedTexts =
  | { texts: readonly NamedText[]; plan: VectorsPlan; problems: null }
  | { problems: readonly ImportProblem[] };

type ProgressOptions = { signal: AbortSignal; onCounted?: (texts: number, of: number) => void };

/** Reads a pool: the profile of everybody in it, and what a vector of each takes. */
export async function countTexts(
  files: readonly { name: string; path: string }[],
  { signal, onCounted }: ProgressOptions,
): Promise<CountedTexts> {
  const { pool, problems } = await readPool(files, { before: 0 });
  if (problems.length > 0) return { problems };
  const countTokens = await loadTokenCount();
  const texts = pool.roles.map((role) => ({ id: roleId(role), text: role.profile }));
  let tokens = 0;
  let longest = { id: "", tokens: 0 };
  for (const [at, { id, text }] of texts.entries()) {
    const own = countTokens(text);
    tokens += own;
    if (own > longest.tokens) longest = { id, tokens: own };
    if (at % textsInCall > 0) continue;
    onCounted?.(at, texts.length);
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const works = new Set(pool.roles.map(({ work }) => work)).size;
  const calls = Math.ceil(texts.length / textsInCall);
  return { texts, problems: null, plan: { works, texts: texts.length, tokens, longest, calls } };
}

type Source = { reach: Reach; limits: FetchOptions["limits"]; model: string; allowed: AllowedHosts };
type Control = { signal: AbortSignal; onProgress: (texts: number) => void };

const timeoutMs = 120_000;

/** Fetches vectors into a file, a line each, with where they came from. All of them, or the file goes again. */
export async function writeVectors(
  path: string,
  texts: readonly NamedText[],
  { reach, limits, model, allowed }: Source,
  { signal, onProgress }: Control,
): Promise<FetchOutcome> {
  const { host } = new URL(reach.address);
  const file = await open(path, "wx", 0o600);
  let isWhole = false;
  try {
    const outcome = await fetchVectors({
      texts,
      limits,
      signal,
      onProgress,
      embed: (batch, cancelled) =>
        embedTexts(reach, { model, texts: batch, timeoutMs }, { allowed, signal: cancelled }),
      keep: async (batch, vectors, isFake) => {
        const from = { model, host, ...(isFake && { isFake }) };
        const lines = batch.map(({ id }, at) => `${JSON.stringify({ id, ...from, vector: vectors[at] })}\n`);
        await file.write(lines.join(""));
      },
    });
    isWhole = outcome.ok;
    if (isWhole) await file.sync();
    return outcome;
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}
