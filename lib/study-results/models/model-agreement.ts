import { countChoices, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import { agreeByPair, type PairAgreement } from "#lib/metrics/agreement/pairwise-agreement.ts";
import { countOptions, getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View, type Population } from "#lib/study-results/schema.ts";

/** Whoever has one choice a case: people, by what most of them chose, and then every run. */
export type Raters = {
  /** Whose vote it is. */
  who: Population;
  /** Null for people. */
  runs: readonly (RunRow | null)[];
  /** By rater, and then by each rater before it. */
  pairs: readonly (readonly PairAgreement[])[];
};

/** Above so many choices, others are answered before it is counted which are the same. */
const manyChoices = 50_000;

/** The same, kept until an answer changes it. A promise only where somebody has to wait. */
export function getRaters(rows: StudyRows, view: View): Raters | Promise<Raters> {
  return memoize(rows, `raters ${viewKey(view)}`, () => {
    const isMany = getCompared(rows, view).cases.length * rows.runs.length > manyChoices;
    return isMany ? compareLater(rows, view) : compareRaters(rows, view);
  });
}

async function compareLater(rows: StudyRows, view: View): Promise<Raters> {
  await new Promise((resume) => setImmediate(resume));
  return compareRaters(rows, view);
}

/**
 * How often every two raters choose the same, over the cases that people answered. Ties of people are no choice. Runs stand by
 * how often they choose what people do.
 */
export function compareRaters(rows: StudyRows, view: View): Raters {
  const { cases } = getCompared(rows, view);
  const options = countOptions(rows, view);
  const vote = chooseByVote(countChoices(getChoices(rows, view)));
  const sorted = rows.runs
    .map((run) => {
      const choices = gather(run.predictions.choice, cases);
      const [withPeople] = agreeByPair([vote, choices], options);
      return { run, choices, agreement: withPeople?.agreement ?? -1 };
    })
    .toSorted((a, b) => b.agreement - a.agreement);
  const pairs: PairAgreement[][] = [[], ...sorted.map(() => [])];
  for (const pair of agreeByPair([vote, ...sorted.map(({ choices }) => choices)], options))
    pairs[pair.second]?.push(pair);
  return { who: view.who, runs: [null, ...sorted.map(({ run }) => run)], pairs };
}

/** What `voteOn` finds to be chosen, for tens of thousands of cases at once; -1 where options tie or nobody chose. */
export function chooseByVote({ cases, options, counts }: ChoiceTable): Int8Array {
  const chosen = new Int8Array(cases).fill(-1);
  for (let at = 0; at < cases; at++) {
    let most = 0;
    for (let option = 0; option < options; option++) {
      const count = counts[at * options + option] as number;
      if (count > most) [most, chosen[at]] = [count, option];
      else if (count === most) chosen[at] = -1;
    }
  }
  return chosen;
}

/** A plain loop: there may be a million of them. */
function gather(choices: Int8Array | Int16Array, cases: Int32Array): Int8Array {
  const gathered = new Int8Array(cases.length);
  for (let place = 0; place < cases.length; place++)
    gathered[place] = choices[cases[place] as number] as number;
  return gathered;
}

/** People and one run. */
export function findWithPeople({ runs, pairs }: Raters, runId: number): PairAgreement | null {
  return pairs[runs.findIndex((run) => run?.id === runId)]?.[0] ?? null;
}

/** Who chooses the same most often, of those that answered cases enough; whoever stands apart is left out. */
export function findClosest({ runs, pairs }: Raters): PairAgreement | null {
  const isOut = (place: number) => (runs[place]?.apart ?? null) !== null;
  let closest: PairAgreement | null = null;
  for (const pair of pairs.flat()) {
    if (isTooFew(pair.n) || isOut(pair.first) || isOut(pair.second)) continue;
    if ((pair.agreement ?? 0) > (closest?.agreement ?? -1)) closest = pair;
  }
  return closest;
}
