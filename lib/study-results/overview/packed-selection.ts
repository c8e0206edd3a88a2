import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { judgeWorks, type Works } from "#lib/metrics/two-way/works.ts";
import { mainScores, type CaseRow, type RunRow } from "#lib/study-results/rows/rows.ts";
import { strata } from "#lib/studies/schema.ts";
import { placesOf, type Selection } from "#lib/study-results/rows/selection.ts";

/** The counted answers as intervals take them: people and cases numbered in their own order, from 0. */
export type PackedSelection = {
  input: TwoWayInput;
  /** Where several cases come from one work: how many works there are, and how much less that says. */
  works: Works | null;
};

export function packSelection(selection: Selection): PackedSelection {
  const { rows, people, cases, answers } = selection;
  const personAt = placesOf(people, rows.people.length);
  const caseAt = placesOf(cases, rows.cases.length);
  const scores = mainScores(rows.answers);
  const counted = Array.from(cases, (at) => rows.cases[at] as CaseRow);
  const clusterOf = clusterByWork(counted);
  const input: TwoWayInput = {
    people: people.length,
    cases: cases.length,
    person: answers.map((i) => personAt[rows.answers.person[i] as number] as number),
    case: answers.map((i) => caseAt[rows.answers.case[i] as number] as number),
    score: Float64Array.from(answers, (i) => scores[i] as number),
    stratumOf: Int32Array.from(counted, ({ track, stratum }) => cellOf(track, stratum)),
    clusterOf,
  };
  return { input, works: judgeWorks(input) };
}

/** Cases of one track and stratum are what chance drew from: another study has as many of them. */
export const cellOf = (track: number, stratum: CaseRow["stratum"]): number =>
  track * strata.length + strata.indexOf(stratum);

/** A run's scores of the counted cases, NaN where it has none. */
export const scoresOf = ({ predictions }: RunRow, { cases }: Selection): Float64Array =>
  Float64Array.from(cases, (at) => mainScores(predictions)[at] as number);

/** The highest level that repeats: the work, where several cases have one; a case without a work stands for itself. */
function clusterByWork(cases: readonly CaseRow[]): Int32Array | null {
  const firstOf = new Map<string, number>();
  const clusterOf = Int32Array.from(cases, ({ source, track, stratum }, at) => {
    if (source === null) return at;
    const work = JSON.stringify([track, stratum, source]);
    const first = firstOf.get(work) ?? at;
    firstOf.set(work, first);
    return first;
  });
  return clusterOf.some((first, at) => first !== at) ? clusterOf : null;
}
