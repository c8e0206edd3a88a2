import { setTimeout as delay } from "node:timers/promises";
import type { RunState } from "#lib/endpoint-runs/schema.ts";

type WatchOptions = {
  /** What somebody has made of the run meanwhile. */
  readState: () => Promise<RunState | null>;
  over: AbortSignal;
  breakOff: () => void;
  everyMs?: number;
};

/** Looks every second whether the run was cancelled. A pause lets come in what was sent, since it is paid; nobody waits for what was cancelled. */
export async function watchState({ readState, over, breakOff, everyMs = 1000 }: WatchOptions): Promise<void> {
  while (!over.aborted) {
    // A look that fails is made again: thrown from here, with nobody waiting yet, it would end the whole process.
    const found = await readState().catch(() => undefined);
    if (found === null || found === "cancelled") breakOff();
    await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
  }
}
