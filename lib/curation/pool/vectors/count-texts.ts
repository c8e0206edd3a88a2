import type { ImportProblem } from "#lib/files/file-problems.ts";
import { readPool } from "#lib/curation/pool/read-pool.ts";
import { roleId } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { VectorsPlan } from "#lib/curation/pool/vectors/schema.ts";
import { textsInCall, type NamedText } from "#lib/model-calls/vectors/fetch-vectors.ts";
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
