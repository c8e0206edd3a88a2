import {
  countOutcomes,
  goes,
  isDropped,
  silent,
  type VoteGroup,
  type Rule,
} from "#lib/curation/confidence/votes.ts";

/** How much the filter hangs on one of its runs. */
export type Dependence = {
  cases: number;
  /** On so many it votes, and so many of these would go by it alone. */
  voted: number;
  dropped: number;
  /** Of the cases that would go by it, those on which every other run votes, and those of them that would go by none of the others. */
  compared: number;
  alone: number;
  /** Without it, under the same rule; null where it is the only run. */
  without: {
    kept: number;
    /** Cases that would stay then, and cases that would go then. */
    back: number;
    gone: number;
  } | null;
};

/** One for each of the runs, in their order. */
export function measureDependence(alike: readonly VoteGroup[], runs: number, rule: Rule): Dependence[] {
  const kinds = alike.map(({ votes, cases }) => ({ votes: [...votes], cases }));
  const { cases } = countOutcomes(alike, rule);
  return Array.from({ length: runs }, (_, run) => {
    const sum = (isCounted: (own: string, others: readonly string[]) => boolean) =>
      kinds.reduce((all, { votes, cases: n }) => {
        const others = votes.filter((_vote, i) => i !== run);
        return all + (isCounted(votes[run] ?? silent, others) ? n : 0);
      }, 0);
    const all = (own: string, others: readonly string[]) => isDropped(own + others.join(""), rule);
    const rest = (others: readonly string[]) => isDropped(others.join(""), rule);
    const isCompared = (own: string, others: readonly string[]) => own === goes && !others.includes(silent);
    return {
      cases,
      voted: sum((own) => own !== silent),
      dropped: sum((own) => own === goes),
      compared: runs > 1 ? sum(isCompared) : 0,
      alone: runs > 1 ? sum((own, others) => isCompared(own, others) && !others.includes(goes)) : 0,
      without:
        runs > 1
          ? {
              kept: sum((_own, others) => !rest(others)),
              back: sum((own, others) => all(own, others) && !rest(others)),
              gone: sum((own, others) => !all(own, others) && rest(others)),
            }
          : null,
    };
  });
}

/** How many cases would go by none of the runs, by one, by two, and so on. */
export function countByRuns(alike: readonly VoteGroup[], runs: number): number[] {
  const counts = Array.from({ length: runs + 1 }, () => 0);
  for (const { votes, cases } of alike) {
    const against = votes.split(goes).length - 1;
    counts[against] = (counts[against] ?? 0) + cases;
  }
  return counts;
}
