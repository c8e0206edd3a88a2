import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";

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
