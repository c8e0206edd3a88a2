import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

export type ChosenType = {
  type: string;
  chosen: number;
  /** Of all choices; null without any. */
  share: number | null;
  low: number | null;
  high: number | null;
  /** The share that choosing blindly would give it. */
  guessing: number | null;
};
/** Over so many choices, in so many cases. */
export type ChosenTypes = { n: number; people: number; cases: number; types: readonly ChosenType[] };

/** How often options of each type were chosen, in whatever cases a view counts; the most chosen first. */
export function countChosenTypes(rows: StudyRows, view: View): ChosenTypes {
  const { case: caseOf, choice } = rows.answers;
  const decided = listDecided(rows, view);
  const counts = new Map<string, { chosen: number; guessed: number }>();
  for (const i of decided) {
    const types = (rows.cases[caseOf[i] ?? 0]?.noted ?? []) as readonly string[];
    types.forEach((type, option) => {
      const count = counts.get(type) ?? { chosen: 0, guessed: 0 };
      if (option === choice[i]) count.chosen += 1;
      count.guessed += 1 / types.length;
      counts.set(type, count);
    });
  }
  const n = decided.length;
  const types = [...counts].map(([type, { chosen, guessed }]): ChosenType => {
    const { low, high } = computeInterval(rows, decided, type);
    const share = (of: number) => (n === 0 ? null : of / n);
    return { type, chosen, share: share(chosen), low, high, guessing: share(guessed) };
  });
  const cases = new Set(decided.map((i) => caseOf[i])).size;
  const people = new Set(decided.map((i) => rows.answers.person[i])).size;
  return withhold(rows, view.who, {
    n,
    people,
    cases,
    types: types.sort((a, b) => b.chosen - a.chosen || (a.type < b.type ? -1 : 1)),
  });
}

/** For people and cases like these, as of every share. */
function computeInterval(
  { people, cases, answers }: StudyRows,
  decided: readonly number[],
  type: string,
): Pick<ChosenType, "low" | "high"> {
  const isOfType = (i: number) => {
    const types = (cases[answers.case[i] ?? 0]?.noted ?? []) as readonly string[];
    return types[answers.choice[i] ?? -1] === type;
  };
  const mean = twoWayMean({
    people: people.length,
    cases: cases.length,
    person: Int32Array.from(decided, (i) => answers.person[i] as number),
    case: Int32Array.from(decided, (i) => answers.case[i] as number),
    score: Float64Array.from(decided, (i) => (isOfType(i) ? 1 : 0)),
  });
  return mean ? peopleInterval(mean) : { low: null, high: null };
}
