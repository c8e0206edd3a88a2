import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { type PairedCounts, pairedDifference } from "#lib/metrics/tests/paired-difference.ts";
import type { PairedTrack } from "#lib/model-runs/queries.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { mayBeRanked, makerOf, type NotByModel } from "#lib/studies/schema.ts";

export type RunDifference = {
  readonly n: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Exact, by McNemar: of the cases that one of the two alone got right. */
  readonly p: number | null;
};

/** The first is right more often over all cases that either answered. */
export type RunPair = {
  readonly first: RunRow;
  readonly second: RunRow;
  /** By track, in the benchmark's order; null where they share no case. */
  readonly tracks: readonly (RunDifference | null)[];
  readonly pooled: RunDifference | null;
  /** Its p over all cases, adjusted for how many pairs are compared. */
  readonly holm: number | null;
};

/** Those with the most right answers first, then a run without any; what no model made is in no ranking, and comes last. */
export const sortRuns = (rows: readonly RunRow[]): RunRow[] =>
  rows.toSorted(
    (a, b) =>
      Number(!mayBeRanked(a.run)) - Number(!mayBeRanked(b.run)) ||
      (b.pooled.top1 ?? -1) - (a.pooled.top1 ?? -1) ||
      a.run.id - b.run.id,
  );

/** Every two of these runs on the cases that both answered, with Newcombe's interval for paired answers and McNemar's test. */
export function compareRuns(
  rows: readonly RunRow[],
  tracks: readonly string[],
  counted: readonly PairedTrack[],
): RunPair[] {
  const sorted = sortRuns(rows);
  const pairs = sorted.flatMap((first, i) =>
    sorted.slice(i + 1).map((second) => {
      const own = counted.flatMap((counts) => turn(counts, first.run.id, second.run.id));
      // What no model made is in no test, and no other is adjusted for it.
      const isTested = mayBeRanked(first.run) && mayBeRanked(second.run);
      return {
        first,
        second,
        tracks: tracks.map((track) =>
          computeDifference(
            own.filter((counts) => counts.track === track),
            isTested,
          ),
        ),
        pooled: computeDifference(own, isTested),
      };
    }),
  );
  const { holm } = adjustP(pairs.map(({ pooled }) => pooled?.p ?? null));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}

/** From the first's side, whichever has the smaller number. */
function turn(counts: PairedTrack, first: number, second: number): PairedTrack[] {
  if (counts.first === first && counts.second === second) return [counts];
  if (counts.first !== second || counts.second !== first) return [];
  return [{ ...counts, first, second, onlyFirst: counts.onlySecond, onlySecond: counts.onlyFirst }];
}

function computeDifference(parts: readonly PairedCounts[], isTested: boolean): RunDifference | null {
  const sum = (of: keyof PairedCounts) => parts.reduce((all, part) => all + part[of], 0);
  const counts = {
    both: sum("both"),
    onlyFirst: sum("onlyFirst"),
    onlySecond: sum("onlySecond"),
    neither: sum("neither"),
  };
  const { difference, low, high } = pairedDifference(counts);
  const n = counts.both + counts.onlyFirst + counts.onlySecond + counts.neither;
  const p = isTested ? mcnemarExact(counts.onlyFirst, counts.onlySecond).p : null;
  return difference === null ? null : { n, value: difference, low, high, p };
}

/** More stand side by side on no screen. */
export const maxCompared = 6;

/** Those whose numbers an address has, each once; what is no number of a run here is left out. */
export function chooseRuns(all: readonly RunRow[], asked: unknown): RunRow[] {
  const ids = new Set([asked].flat().map(Number));
  return [...ids].flatMap((id) => all.find(({ run }) => run.id === id) ?? []).slice(0, maxCompared);
}

/** Runs of one model by one method that say which replicate they are. */
export type Replicates = {
  model: string;
  method: string;
  made: NotByModel | null;
  rows: readonly RunRow[];
  /** A number that stands twice: which of those runs belong together nobody can tell. */
  doubled: number | null;
};

/** In the order in which their first ones stand. Made-up answers are no replicates of real ones. */
export function groupReplicates(rows: readonly RunRow[]): Replicates[] {
  const numbered = rows.filter(({ run }) => run.replicate !== null);
  const groups = Map.groupBy(numbered, ({ run }) => JSON.stringify([run.model, run.method, makerOf(run)]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { model, method } = first.run;
    const inOrder = group.toSorted((a, b) => (a.run.replicate ?? 0) - (b.run.replicate ?? 0));
    const doubled = inOrder.find(({ run }, at) => run.replicate === inOrder[at - 1]?.run.replicate);
    return [
      { model, method, made: makerOf(first.run), rows: inOrder, doubled: doubled?.run.replicate ?? null },
    ];
  });
}
