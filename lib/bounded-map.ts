import { countCache, type CacheCount } from "#lib/monitoring/caches.ts";
import { processSingleton } from "#lib/process-singleton.ts";

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

type CachedValue<T> = { value: Promise<T>; holdsUntil: number };

const maxKept = 100;
const restsFor = 20;

/** What pages ask for every two seconds and is long in the making: made anew only after twenty times as long as it took. */
export function getRested<T>(name: string, key: string, make: () => Promise<T>): Promise<T> {
  const made = processSingleton(name, () => new BoundedMap<string, CachedValue<T>>(maxKept, name));
  const known = made.get(key);
  if (known && Date.now() < known.holdsUntil) return known.value;
  const began = Date.now();
  const next: CachedValue<T> = { value: make(), holdsUntil: Infinity };
  made.set(key, next);
  next.value.then(
    () => (next.holdsUntil = Date.now() + restsFor * (Date.now() - began)),
    () => (next.holdsUntil = 0),
  );
  return next.value;
}
