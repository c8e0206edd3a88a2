import { leaveOneOut, type LeaveOneOut } from "#lib/metrics/scores/leave-one-out.ts";
import { countOptions, getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View, type Population } from "#lib/study-results/schema.ts";

/** One person held against all the others. */
export type Peer = LeaveOneOut & {
  /** Index into the people of the rows. */
  index: number;
  isOutlier: boolean;
};

/** Where somebody begins to stand apart: over fewer cases than are told in percent nobody does. */
export const outlierFrom = -3.5;

export type Peers = {
  who: Population;
  /** Those first who agree least; who shares no case with anybody comes last. */
  people: readonly Peer[];
  /** Who shares a case with somebody. */
  told: number;
  median: number | null;
};

export function computePeers(rows: StudyRows, view: View): Peers {
  return memoize(rows, `peers ${viewKey(view)}`, () => {
    const selection = getCompared(rows, view);
    const found = leaveOneOut(getChoices(rows, view), countOptions(rows, view));
    const people = found.map((one, place): Peer => ({
      ...one,
      index: selection.people[place] ?? 0,
      isOutlier: one.z !== null && one.z <= outlierFrom && !isTooFew(one.n),
    }));
    const shares = found.flatMap(({ agreement }) => agreement ?? []).sort((a, b) => a - b);
    const middle = (shares.length - 1) / 2;
    const [below, above] = [shares[Math.floor(middle)], shares[Math.ceil(middle)]];
    return {
      who: view.who,
      people: people.sort((a, b) => (a.agreement ?? 2) - (b.agreement ?? 2) || a.index - b.index),
      told: shares.length,
      median: below === undefined || above === undefined ? null : (below + above) / 2,
    };
  });
}
