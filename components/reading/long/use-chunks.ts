import { startTransition, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";

const atFirst = 2;
const atOnce = 8;

/** Runs it when there is nothing better to do; what it returns takes it back. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(asked);
}

/** Which parts of a text are there: the first from the beginning, those that are gone to at once, the others by and by. */
export function useChunks(count: number) {
  const [there, setThere] = useState<ReadonlySet<number>>(
    () => new Set(Array.from({ length: Math.min(atFirst, count) }, (_, index) => index)),
  );
  useEffect(() => {
    if (there.size >= count) return;
    return whenIdle(() =>
      startTransition(() =>
        setThere((before) => {
          const missing = Array.from({ length: count }, (_, index) => index).filter(
            (one) => !before.has(one),
          );
          return new Set([...before, ...missing.slice(0, atOnce)]);
        }),
      ),
    );
  }, [there, count]);
  const bring = useCallback(
    (chunk: number) => {
      const wanted = [chunk, chunk + 1, chunk - 1].filter((one) => one >= 0 && one < count);
      if (wanted.every((one) => there.has(one))) return;
      flushSync(() => setThere((before) => new Set([...before, ...wanted])));
    },
    [there, count],
  );
  return { there, bring };
}
