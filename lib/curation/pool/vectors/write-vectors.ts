import { open, rm } from "node:fs/promises";
import { embedTexts } from "#lib/model-calls/vectors/embed-texts.ts";
import {
  fetchVectors,
  type FetchOutcome,
  type FetchOptions,
  type NamedText,
} from "#lib/model-calls/vectors/fetch-vectors.ts";
import type { AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import type { Reach } from "#lib/model-calls/schema.ts";

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
