import { countCache, type CacheCount } from "#lib/monitoring/caches.ts";

/** Remembers so many at most: what was set longest ago is forgotten first. Under a name it is counted among the caches. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;
  readonly #count: CacheCount | null;

  constructor(most: number, name?: string) {
    super();
    this.#most = most;
    this.#count =
      name === undefined ? null : countCache(name, () => ({ entries: this.size, mostEntries: most }));
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (this.#count) this.#count[value === undefined ? "misses" : "hits"] += 1;
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) {
      this.delete(this.keys().next().value as K);
      if (this.#count) this.#count.evictions += 1;
    }
    return this;
  }
}
