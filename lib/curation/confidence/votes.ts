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
