import { open } from "node:fs/promises";
import { readFully } from "#lib/files/text-file.ts";
import { readLine } from "#lib/model-logs/lm-eval/lm-eval-log.ts";
import { hasLikelihoods } from "#lib/model-logs/lm-eval/schema.ts";

const windowBytes = 64 << 10;
const maxWindows = 16;
/** As many as somebody may choose from. */
const maxFilters = 50;

/** As the harness writes it behind the answers; in a text its quotation marks would be escaped. */
const named = /"filter"\s*:\s*"([^"\\]{1,200})"/g;

/**
 * Under which filters answers stand, and whether options were measured, by windows all over a file: the harness writes all
 * documents under one filter, then all under the next.
 */
export async function describeSamples(path: string): Promise<{ filters: string[]; isLikelihoods: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const count = Math.min(maxWindows, Math.ceil(size / windowBytes));
    const filters = new Set<string>();
    let isLikelihoods = false;
    for (let at = 0; at < count && filters.size < maxFilters; at += 1) {
      const from = at === 0 ? 0 : Math.floor(((size - windowBytes) * at) / (count - 1));
      const memory = Buffer.alloc(windowBytes);
      const text = memory.toString("utf8", 0, await readFully(file, memory, from));
      if (at === 0) {
        const [first = ""] = text.split("\n", 1);
        const { line } = readLine(first);
        isLikelihoods = line !== null && hasLikelihoods(line);
      }
      for (const [, name = ""] of text.matchAll(named)) {
        filters.add(name);
        if (filters.size >= maxFilters) break;
      }
    }
    return { filters: [...filters], isLikelihoods };
  } finally {
    await file.close();
  }
}
