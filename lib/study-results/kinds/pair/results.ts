import { z } from "zod";
import { hasEnoughData } from "#lib/metrics/claim.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { count, figure, grouped } from "#lib/study-results/figure-schemas.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { clusterByWork } from "#lib/study-results/overview/packed-selection.ts";
import { getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { placesOf } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

// What the document of results says of pairs, for programs: unrounded, and a reason in place of what isn't there.

const why = z.enum([...undefinedReasons, "too_few"]).nullable();
const record = z.object({ wins: count, ties: count, losses: count });
const strength = z.object({ value: figure, low: figure, high: figure, reason: why });

const preferences = z.object({
  comparisons: count,
  cases: count,
  groups: count,
  reason: why.describe("Why no origin has a strength"),
  origins: z
    .array(
      record.extend({
        name: z.string(),
        strength,
      }),
    )
    .describe("The strongest first. Strengths are log-odds above the average origin, a tie half a win"),
});

export const pairResults = z.object({
  people: preferences.extend({ people: count }),
  against: z
    .array(z.array(record))
    .describe("By the places of people’s origins: what the first got against the second"),
  first: grouped.describe("Of comparisons that weren’t ties, the share that went to the text shown first"),
  isTurned: z.boolean().describe("Whether sides were in random order; else the share says nothing of sides"),
  agreement: grouped.describe("How often two people said the same of a case"),
  judges: z.array(
    z.object({
      runId: z.int(),
      model: z.string(),
      method: z.string(),
      version: z.string(),
      preferences,
      agreement: grouped.describe("How often it said what one person said of a case"),
    }),
  ),
});
export type PairResults = z.infer<typeof pairResults>;
/** What one judge, or people together, made of the same cases. */
export type Preferences = z.infer<typeof preferences>;
type Record = z.infer<typeof record>;

/** A judge is no person. */
type Choice = { at: number; choice: number; person?: number };
const tied = 2;

/** Which origins people prefer, and judges on the same cases; kept until an answer changes it. */
export const getPairs = (rows: StudyRows, view: View): PairResults =>
  memoize(rows, `strengths ${viewKey(view)}`, () => withhold(rows, view.who, measure(rows, view)));

function measure(rows: StudyRows, view: View): PairResults {
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
  // As agreement is told of every kind.
  const {
    value: mean,
    low,
    high,
    reason,
  } = agreeTwoWay(
    { ...getChoices(rows, view), options: Int32Array.from(names, ({ length }) => length) },
    { are: "own" },
    { groupOf: clusterOf },
  ).figures.pairwise;
  const weightOf = (list: readonly Choice[]) => Float64Array.from(list, ({ at }) => 1 / sumOf(counts[at]));
  return {
    people: { ...preferences, people },
    against: tabulate(
      of,
      said,
      preferences.origins.map(({ name }) => name),
    ),
    first: only(
      grouped,
      groupedShare({
        value: Float64Array.from(decided, (one) => Number(one.shownAt === 0)),
        group: groupOf(decided),
        rater: raterOf(decided),
      }),
    ),
    isTurned: rows.study.design.assignment.optionOrder === "random",
    agreement: { mean, low, high, reason, n: several.length, groups: new Set(groupOf(several)).size },
    judges: rows.runs.flatMap(({ id, model, method, version, predictions }): PairResults["judges"] => {
      const given = Int8Array.from(cases, (at) => predictions.choice[at] ?? -1);
      const own = Array.from(given, (one, at) => ({ at, choice: one })).filter((one) => one.choice >= 0);
      if (own.length === 0) return [];
      const shared = said.filter(({ at }) => given[at] !== -1);
      const agreement = groupedShare({
        value: Float64Array.from(shared, (one) => Number(one.choice === given[one.at])),
        group: groupOf(shared),
        rater: raterOf(shared),
        weight: weightOf(shared),
      });
      return [
        {
          runId: id,
          model,
          method,
          version,
          preferences: prefer(of, own, null),
          agreement: only(grouped, agreement),
        },
      ];
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
  const counts = { comparisons, cases, groups: new Set(said.map(({ at }) => clusterOf[at])).size };
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
  const strengthOf = (side: number): z.infer<typeof strength> => {
    if (typeof found === "string") return { value: null, low: null, high: null, reason: found };
    const told = found.sides[side];
    return told ? only(strength, told) : { value: null, low: null, high: null, reason: "no_items" };
  };
  const records = origins.map((): Record => ({ wins: 0, ties: 0, losses: 0 }));
  for (const { at, choice } of said)
    for (const option of [0, 1]) add(records[sideAt(at, option)], choice, option);
  const told = origins.map((name, side) => ({
    name,
    ...(records[side] as Record),
    strength: strengthOf(side),
  }));
  return { ...counts, reason, origins: told.sort(byStrength) };
}

function add(to: Record | undefined, choice: number, option: number): void {
  if (to) to[choice === tied ? "ties" : choice === option ? "wins" : "losses"] += 1;
}

const shareOf = ({ wins, ties, losses }: Record) => (wins + ties / 2) / (wins + ties + losses);
type OriginOf = Preferences["origins"][number];
const byStrength = (a: OriginOf, b: OriginOf) =>
  (b.strength.value ?? shareOf(b)) - (a.strength.value ?? shareOf(a)) || (a.name < b.name ? -1 : 1);

function tabulate({ names }: Subject, said: readonly Choice[], origins: readonly string[]): Record[][] {
  const placeOf = new Map(origins.map((name, place) => [name, place]));
  const table = origins.map(() => origins.map((): Record => ({ wins: 0, ties: 0, losses: 0 })));
  for (const { at, choice } of said) {
    const [one = -1, other = -1] = names[at]?.slice(0, tied).map((name) => placeOf.get(name)) ?? [];
    add(table[one]?.[other], choice, 0);
    add(table[other]?.[one], choice, 1);
  }
  return table;
}

/** The chance to be preferred to a mean origin: what a strength means. */
export const asChance = (strength: number | null): number | null =>
  strength === null ? null : 1 / (1 + Math.exp(-strength));
