import { hasEnoughData } from "#lib/metrics/claim.ts";
import { groupedMean, groupedShare, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { unbounded, type Bounded, type UndefinedReason } from "#lib/metrics/measure.ts";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { clusterByWork } from "#lib/study-results/overview/packed-selection.ts";
import { getCompared } from "#lib/study-results/rows/choices.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { placesOf } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

type Record = { wins: number; ties: number; losses: number };
export type OriginStrength = Record & {
  name: string;
  /** In log-odds above the mean origin; without an interval while people answer, which would hold for one look alone. */
  strength: Omit<Bounded, "reason"> & { reason: Bounded["reason"] | "too_few" };
};
/** What one judge, or people together, made of the same cases; the strongest origin first. */
export type Preferences = {
  comparisons: number;
  cases: number;
  groups: number;
  /** Why no origin has a strength. */
  reason: UndefinedReason | "too_few" | null;
  origins: readonly OriginStrength[];
};
export type PairJudge = { run: RunRow; preferences: Preferences; agreement: GroupedMean };
export type PairFigures = {
  people: Preferences & { people: number };
  /** By the places of `people.origins`: what the one got against the other. */
  against: readonly (readonly Record[])[];
  /** Of comparisons that weren't ties, how many went to what was shown first. */
  first: GroupedMean;
  /** Whether sides were turned by chance, so that who is shown first is no matter of origin. */
  isTurned: boolean;
  /** How many of the others on the same case said the same. */
  agreement: GroupedMean;
  judges: readonly PairJudge[];
};

/** A judge is no person. */
type Choice = { at: number; choice: number; person?: number };
const tied = 2;

/** Which origins people prefer, and judges on the same cases; kept until an answer changes it. */
export const getStrengths = (rows: StudyRows, view: View): PairFigures =>
  memoize(rows, `strengths ${viewKey(view)}`, () => withhold(rows, view.who, measure(rows, view)));

function measure(rows: StudyRows, view: View): PairFigures {
  const selection = getCompared(rows, view);
  const { cases, answers } = selection;
  const placeOf = placesOf(cases, rows.cases.length);
  const { case: caseOf, choice, person, shownAt } = rows.answers;
  const said = Array.from(answers, (i) => ({
    at: placeOf[caseOf[i] as number] as number,
    choice: choice[i] as number,
    person: person[i] as number,
    shownAt: shownAt[i] as number,
  }));
  const names = Array.from(cases, (at) => rows.cases[at]?.optionNames ?? []);
  const clusterOf = clusterByWork(selection) ?? Int32Array.from(cases.keys());
  const of = { names, clusterOf };
  const people = selection.people.length;
  const preferences = prefer(of, said, people);
  const groupOf = (list: readonly Choice[]) => Int32Array.from(list, ({ at }) => clusterOf[at] as number);
  const decided = said.filter((one) => one.choice !== tied);
  const counts = countByCase(said, cases.length);
  const several = said.filter(({ at }) => sumOf(counts[at]) > 1);
  const agreeing = ({ at, choice: own }: Choice) => ((counts[at]?.[own] ?? 0) - 1) / (sumOf(counts[at]) - 1);
  const weightOf = (list: readonly Choice[]) => Float64Array.from(list, ({ at }) => 1 / sumOf(counts[at]));
  return {
    people: { ...preferences, people },
    against: tabulate(
      of,
      said,
      preferences.origins.map(({ name }) => name),
    ),
    first: groupedShare({
      value: Float64Array.from(decided, (one) => Number(one.shownAt === 0)),
      group: groupOf(decided),
      rater: raterOf(decided),
    }),
    isTurned: rows.study.design.assignment.optionOrder === "random",
    agreement: groupedMean(
      {
        value: Float64Array.from(several, agreeing),
        group: groupOf(several),
        rater: raterOf(several),
        weight: weightOf(several),
      },
      [0, 1],
    ),
    judges: rows.runs.flatMap((run): PairJudge[] => {
      const given = Int8Array.from(cases, (at) => run.predictions.choice[at] ?? -1);
      const own = Array.from(given, (one, at) => ({ at, choice: one })).filter((one) => one.choice >= 0);
      if (own.length === 0) return [];
      const shared = said.filter(({ at }) => given[at] !== -1);
      const agreement = groupedShare({
        value: Float64Array.from(shared, (one) => Number(one.choice === given[one.at])),
        group: groupOf(shared),
        rater: raterOf(shared),
        weight: weightOf(shared),
      });
      return [{ run, preferences: prefer(of, own, null), agreement }];
    }),
  };
}

const raterOf = (list: readonly Choice[]) => Int32Array.from(list, ({ person = -1 }) => person);
const sumOf = (counts: Int32Array | undefined) => counts?.reduce((sum, one) => sum + one, 0) ?? 0;

function countByCase(said: readonly Choice[], cases: number): Int32Array[] {
  const counts = Array.from({ length: cases }, () => new Int32Array(3));
  for (const { at, choice } of said) (counts[at] as Int32Array)[choice]! += 1;
  return counts;
}

type Subject = { names: readonly (readonly string[])[]; clusterOf: Int32Array };

/** `people`: null for a judge, who is one. */
function prefer({ names, clusterOf }: Subject, said: readonly Choice[], people: number | null): Preferences {
  const origins = [...new Set(said.flatMap(({ at }) => names[at]?.slice(0, tied) ?? []))].sort();
  const sideOf = new Map(origins.map((name, side) => [name, side]));
  const sideAt = (at: number, option: number) => sideOf.get(names[at]?.[option] ?? "") ?? 0;
  const cases = new Set(said.map(({ at }) => at)).size;
  const comparisons = said.length;
  const counts = { cases, comparisons, groups: new Set(said.map(({ at }) => clusterOf[at])).size };
  const isTold = hasEnoughData({
    answers: people === null ? Infinity : comparisons,
    people: people ?? Infinity,
    cases,
  });
  const found = isTold
    ? bradleyTerry({
        sides: origins.length,
        first: Int32Array.from(said, ({ at }) => sideAt(at, 0)),
        second: Int32Array.from(said, ({ at }) => sideAt(at, 1)),
        outcome: Float64Array.from(said, ({ choice }) => [1, 0, 0.5][choice] as number),
        group: Int32Array.from(said, ({ at }) => clusterOf[at] as number),
        rater: people === null ? null : raterOf(said),
      })
    : "too_few";
  const reason = typeof found === "string" ? found : null;
  const strengthOf = (side: number): OriginStrength["strength"] => {
    if (typeof found === "string") return { value: null, low: null, high: null, reason: found };
    return found.sides[side] ?? unbounded(null, "no_items");
  };
  const record = origins.map((): Record => ({ wins: 0, ties: 0, losses: 0 }));
  for (const { at, choice } of said)
    for (const option of [0, 1]) count(record[sideAt(at, option)], choice, option);
  const told = origins.map((name, side) => ({
    name,
    ...(record[side] as Record),
    strength: strengthOf(side),
  }));
  return { ...counts, reason, origins: told.sort(byStrength) };
}

function count(record: Record | undefined, choice: number, option: number): void {
  if (record) record[choice === tied ? "ties" : choice === option ? "wins" : "losses"] += 1;
}

const shareOf = ({ wins, ties, losses }: Record) => (wins + ties / 2) / (wins + ties + losses);
const byStrength = (a: OriginStrength, b: OriginStrength) =>
  (b.strength.value ?? shareOf(b)) - (a.strength.value ?? shareOf(a)) || (a.name < b.name ? -1 : 1);

function tabulate({ names }: Subject, said: readonly Choice[], origins: readonly string[]): Record[][] {
  const placeOf = new Map(origins.map((name, place) => [name, place]));
  const table = origins.map(() => origins.map((): Record => ({ wins: 0, ties: 0, losses: 0 })));
  for (const { at, choice } of said) {
    const [one = -1, other = -1] = names[at]?.slice(0, tied).map((name) => placeOf.get(name)) ?? [];
    count(table[one]?.[other], choice, 0);
    count(table[other]?.[one], choice, 1);
  }
  return table;
}

/** The chance to be preferred to a mean origin: what a strength means. */
export const asChance = (strength: number | null): number | null =>
  strength === null ? null : 1 / (1 + Math.exp(-strength));
