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
