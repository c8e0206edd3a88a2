import { processSingleton } from "#lib/process-singleton.ts";

/** What a cache holds now; bytes where it is bounded by them. */
export type CacheSize = { entries: number; mostEntries?: number; bytes?: number; mostBytes?: number };

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
    const sum = (key: keyof CacheSize) =>
      held.some((one) => one[key] !== undefined)
        ? { [key]: held.reduce((all, one) => all + (one[key] ?? 0), 0) }
        : {};
    const entries = held.reduce((all, one) => all + one.entries, 0);
    const bounds = { ...sum("mostEntries"), ...sum("bytes"), ...sum("mostBytes") };
    return { name, hits, misses, evictions, entries, ...bounds };
  });
}
