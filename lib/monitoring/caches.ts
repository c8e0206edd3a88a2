import { processSingleton } from "#lib/process-singleton.ts";

export type CacheSize = { entries: number; mostEntries: number };

export class CacheCount {
  hits = 0;
  misses = 0;
  evictions = 0;
  readonly sizes: (() => CacheSize)[] = [];
}

const caches = processSingleton("caches", () => new Map<string, CacheCount>());

/** The counts under one name; a module that a process has twice adds its sizes to those that are there. */
export function countCache(name: string, size: () => CacheSize): CacheCount {
  const count = caches.get(name) ?? new CacheCount();
  caches.set(name, count);
  count.sizes.push(size);
  return count;
}

export type CacheFacts = { name: string; hits: number; misses: number; evictions: number } & CacheSize;

export function listCaches(): CacheFacts[] {
  return [...caches].map(([name, { hits, misses, evictions, sizes }]) => {
    const held = sizes.map((size) => size());
    const sum = (key: keyof CacheSize) => held.reduce((all, one) => all + one[key], 0);
    const bounds = { entries: sum("entries"), mostEntries: sum("mostEntries") };
    return { name, hits, misses, evictions, ...bounds };
  });
}
