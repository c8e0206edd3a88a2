import type { RunRow } from "#lib/study-results/rows/rows.ts";

/** What a run chose; null where it gave no answer. */
export function choiceOf({ predictions }: RunRow, index: number): number | null {
  const choice = predictions.choice[index] ?? -1;
  return choice < 0 ? null : choice;
}

/** Why there is nothing to show of a run. */
export function insteadOf(run: RunRow, index: number): "failed" | "missing" | null {
  if (choiceOf(run, index) !== null) return null;
  return run.predictions.failed[index] === 1 ? "failed" : "missing";
}

/** Who gave the right option most comes first; who gave no probabilities comes last. */
export function sortRuns(runs: readonly RunRow[], index: number): RunRow[] {
  const given = ({ predictions }: RunRow) => {
    const value = predictions.goldProbability[index] ?? NaN;
    return Number.isNaN(value) ? -1 : value;
  };
  return runs.toSorted((a, b) => given(b) - given(a));
}
