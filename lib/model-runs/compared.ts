import type { RunRow } from "#lib/model-runs/schema.ts";

/** More stand side by side on no screen. */
export const mostCompared = 6;

/** Those whose numbers an address has, each once; what is no number of a run here is left out. */
export function chooseRuns(all: readonly RunRow[], asked: unknown): RunRow[] {
  const ids = new Set([asked].flat().map(Number));
  return [...ids].flatMap((id) => all.find(({ run }) => run.id === id) ?? []).slice(0, mostCompared);
}
