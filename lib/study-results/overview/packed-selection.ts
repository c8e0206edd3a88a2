import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { mainScores, type CaseRow, type RunRow } from "#lib/study-results/rows/rows.ts";
import { plainKeyOf } from "#lib/study-results/arms/place.ts";
import { strata } from "#lib/studies/schema.ts";
import { placesOf, type Selection } from "#lib/study-results/rows/selection.ts";

/** The counted answers as intervals take them: people and cases numbered in their own order, from 0. */
export function packSelection(selection: Selection): TwoWayInput {
  const { rows, people, cases, answers } = selection;
  const personAt = placesOf(people, rows.people.length);
  const caseAt = placesOf(cases, rows.cases.length);
  const scores = mainScores(rows.answers);
  const counted = Array.from(cases, (at) => rows.cases[at] as CaseRow);
  return {
    people: people.length,
    cases: cases.length,
    person: answers.map((i) => personAt[rows.answers.person[i] as number] as number),
    case: answers.map((i) => caseAt[rows.answers.case[i] as number] as number),
    score: Float64Array.from(answers, (i) => scores[i] as number),
    stratumOf: Int32Array.from(counted, ({ track, stratum }) => cellOf(track, stratum)),
    clusterOf: clusterByWork(selection),
  };
}

/** Cases of one track and stratum are what chance drew from: another study has as many of them. */
export const cellOf = (track: number, stratum: CaseRow["stratum"]): number =>
  track * strata.length + strata.indexOf(stratum);

/** A run's scores of the counted cases, NaN where it has none. */
export const scoresOf = ({ predictions }: RunRow, { cases }: Selection): Float64Array =>
  Float64Array.from(cases, (at) => mainScores(predictions)[at] as number);

/** With what it left out counted wrong. */
export const strictScoresOf = (run: RunRow, selection: Selection): Float64Array =>
  scoresOf(run, selection).map((score) => (Number.isNaN(score) ? 0 : score));

/**
 * The highest level that repeats: the group, or else the work, where several cases have one, or the case itself where arms
 * show it in several ways; a case without any stands for itself. A group or a work is one in whatever tracks and strata.
 */
export function clusterByWork({ rows, cases }: Pick<Selection, "rows" | "cases">): Int32Array | null {
  const firstOf = new Map<string, number>();
  const clusterOf = Int32Array.from(cases, (index, at) => {
    const key = keyOf(rows.cases[index] as CaseRow);
    if (key === null) return at;
    const name = JSON.stringify(key);
    const first = firstOf.get(name) ?? at;
    firstOf.set(name, first);
    return first;
  });
  return clusterOf.some((first, at) => first !== at) ? clusterOf : null;
}

/** The group, or else the work, that a case shares with others. */
export function readShared({
  group,
  source,
}: CaseRow): readonly [kind: "group" | "work", name: string] | null {
  if (group != null) return ["group", group];
  return source === null ? null : ["work", source];
}

function keyOf(row: CaseRow): readonly unknown[] | null {
  const { track, stratum, arm } = row;
  const shared = readShared(row);
  if (shared) return shared;
  return arm == null ? null : ["case", track, stratum, plainKeyOf(row)];
}
