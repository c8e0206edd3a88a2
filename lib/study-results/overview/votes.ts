import { creditOfFewer } from "#lib/metrics/scores/fewer-votes.ts";
import { creditVotes, type VoteCredits } from "#lib/metrics/scores/vote-credits.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** What the counted people chose, by case in the order of the selection. */
export type Votes = {
  /** Where the options of each case begin; one more at the end. */
  firstOf: Int32Array;
  /** People by option. */
  counts: Int32Array;
  /** People by case, and the sum of what they scored: those who were right. */
  answers: Int32Array;
  right: Float64Array;
  /** Of a case of the rows, its place here; -1 where it isn't counted. */
  placeOf: Int32Array;
};

export function countVotes({ rows, cases, answers }: Selection): Votes {
  const firstOf = new Int32Array(cases.length + 1);
  const placeOf = new Int32Array(rows.cases.length).fill(-1);
  cases.forEach((at, place) => {
    placeOf[at] = place;
    firstOf[place + 1] = (firstOf[place] ?? 0) + (rows.cases[at]?.optionNames.length ?? 0);
  });
  const votes: Votes = {
    firstOf,
    counts: new Int32Array(firstOf[cases.length] ?? 0),
    answers: new Int32Array(cases.length),
    right: new Float64Array(cases.length),
    placeOf,
  };
  const { case: caseOf, choice } = rows.answers;
  const scores = mainScores(rows.answers);
  for (const i of answers) {
    const place = placeOf[caseOf[i] as number] as number;
    const option = (firstOf[place] as number) + (choice[i] as number);
    votes.counts[option] = (votes.counts[option] as number) + 1;
    votes.answers[place] = (votes.answers[place] as number) + 1;
    votes.right[place] = (votes.right[place] as number) + (scores[i] as number);
  }
  return votes;
}

/** The credit of the vote on each case. */
export const creditCases = ({ rows, cases }: Selection, { firstOf, counts }: Votes): VoteCredits =>
  creditVotes(
    firstOf,
    counts,
    Int8Array.from(cases, (at) => rows.cases[at]?.gold ?? -1),
  );

/** What the vote of so many of those who answered would be worth, over the cases that as many answered. */
export type FewerVotes = { votes: number; cases: number; accuracy: number | null };

const fewerVotes = [1, 3, 5];

export function creditFewer({ rows, cases }: Selection, { firstOf, counts, answers }: Votes): FewerVotes[] {
  const of = new Map<string, number | null>();
  return fewerVotes.map((votes) => {
    const credits = Array.from(cases, (at, place) => {
      const own = counts.subarray(firstOf[place], firstOf[place + 1]);
      const gold = rows.cases[at]?.gold ?? -1;
      if ((answers[place] as number) < votes) return null;
      // Most cases of a large benchmark were answered like some other.
      const key = `${votes} ${gold} ${own.join(" ")}`;
      const known = of.get(key) ?? creditOfFewer(own, gold, votes);
      of.set(key, known);
      return known;
    }).filter((credit) => credit !== null);
    const sum = credits.reduce((all, credit) => all + credit, 0);
    return { votes, cases: credits.length, accuracy: credits.length === 0 ? null : sum / credits.length };
  });
}

/** How many voted on a case: the fewest, and the most. */
export const countVoters = ({ answers }: Votes): { least: number; most: number } =>
  answers.reduce(
    ({ least, most }, count) => ({ least: Math.min(least, count), most: Math.max(most, count) }),
    { least: answers[0] ?? 0, most: 0 },
  );
