import type { ConfidenceStage } from "#lib/benchmarks/lineage/schema.ts";

export type Rule = ConfidenceStage["settings"]["rule"];

/**
 * How the chosen runs vote on a case, a letter each, in their order: it would go, it would stay, or nothing is known of
 * how probable the run held the right option.
 */
export type Votes = string;
export const goes = "g";
export const stays = "s";
export const silent = "-";

const count = (votes: Votes, vote: string) => votes.split(vote).length - 1;

/** Whether a case goes; one that no run votes on stays. */
export function isDropped(votes: Votes, rule: Rule): boolean {
  const against = count(votes, goes);
  return rule === "most" ? 2 * against > against + count(votes, stays) : against > 0;
}

/** So many cases of a track are voted on alike. */
export type VoteGroup = { track: string; votes: Votes; cases: number };

export type Outcome = { cases: number; dropped: number; kept: number; withoutVote: number };

export function countOutcomes(alike: readonly VoteGroup[], rule: Rule): Outcome {
  const sum = (isCounted: (votes: Votes) => boolean) =>
    alike.reduce((all, { votes, cases }) => all + (isCounted(votes) ? cases : 0), 0);
  const cases = sum(() => true);
  const dropped = sum((votes) => isDropped(votes, rule));
  const withoutVote = sum((votes) => !votes.includes(goes) && !votes.includes(stays));
  return { cases, dropped, kept: cases - dropped, withoutVote };
}

/** The same of each track, in the order in which tracks come. */
export const countByTrack = (
  alike: readonly VoteGroup[],
  tracks: readonly string[],
  rule: Rule,
): (Outcome & { track: string })[] =>
  tracks.map((track) => ({
    track,
    ...countOutcomes(
      alike.filter((one) => one.track === track),
      rule,
    ),
  }));

/** The ways of voting under which a case goes, and those under which it stays. */
export function partVotes(alike: readonly VoteGroup[], rule: Rule): { dropped: Votes[]; kept: Votes[] } {
  const { dropped = [], kept = [] } = Object.groupBy(new Set(alike.map(({ votes }) => votes)), (votes) =>
    isDropped(votes, rule) ? "dropped" : "kept",
  );
  return { dropped, kept };
}

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
