import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { BoundedMap } from "#lib/bounded-map.ts";

// Views are chosen in the address, so that somebody could ask for any number of them.
const maxKept = 100;

type Memory = {
  kept: WeakMap<StudyRows, BoundedMap<string, unknown>>;
  working: WeakMap<StudyRows, number>;
  settled: WeakMap<Promise<unknown>, unknown>;
};
const { kept, working, settled } = processSingleton("made of rows", (): Memory => ({
  kept: new WeakMap(),
  working: new WeakMap(),
  settled: new WeakMap(),
}));

/** What a promise that was made of rows has come to; null while somebody would have to wait for it. */
export const peek = <T>(made: Promise<T>): T | null => (settled.get(made) as T | undefined) ?? null;

/** Whether something is still being made of these rows. */
export const isWorking = (rows: StudyRows): boolean => (working.get(rows) ?? 0) > 0;

/**
 * What was made of these rows, made once: it goes when the rows go, which is when any answer changes. A promise that
 * fails is forgotten, so that the next one who asks gets another try.
 */
export function memoize<T>(rows: StudyRows, key: string, make: () => T): T {
  const made = kept.get(rows) ?? new BoundedMap<string, unknown>(maxKept);
  kept.set(rows, made);
  const isKnown = made.has(key);
  const value = isKnown ? (made.get(key) as T) : make();
  // What somebody looks at goes last.
  made.set(key, value);
  if (isKnown) return value;
  if (value instanceof Promise) {
    countWorking(rows, 1);
    value
      .then(
        (outcome) => settled.set(value, outcome),
        () => {
          if (made.get(key) === value) made.delete(key);
        },
      )
      .finally(() => countWorking(rows, -1));
  }
  return value;
}

const countWorking = (rows: StudyRows, by: number) => working.set(rows, (working.get(rows) ?? 0) + by);
