import { keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { differGroups, type GroupDifference } from "#lib/study-results/overview/group-differences.ts";
import { computePeopleInterval } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { hasEnoughData, type Counts, type Interval } from "#lib/study-results/overview/types.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

export type CohortPoints = {
  /** Null for those without one. */
  cohort: string | null;
  n: Counts;
  right: number;
  accuracy: number | null;
  isClaimable: boolean;
};

/** Beyond so many there are more pairs than anybody reads. */
export const maxCompared = 12;

export type ComparedCohort = CohortPoints & { interval: Interval };
export type CohortComparison = {
  /** In their own order; of more than are compared, those with the most answers. */
  cohorts: readonly ComparedCohort[];
  differences: readonly GroupDifference[];
  tests: number;
};

export const getComparison = (rows: StudyRows, view: View): CohortComparison =>
  memoize(rows, `cohorts ${viewKey(view)}`, () => compareCohorts(rows, view));

function compareCohorts(rows: StudyRows, view: View): CohortComparison {
  const all = listCohorts(rows, view);
  const largest = new Set(all.toSorted((a, b) => b.n.answers - a.n.answers).slice(0, maxCompared));
  const cohorts = all.filter((cohort) => largest.has(cohort));
  const names = cohorts.map(({ cohort }) => cohort);
  // A test holds for one look alone.
  const isLook = holdsAtEveryLook(rows, view.who);
  const differences = differGroups(
    packCohorts(rows, view, names),
    (first, second) => !isLook && [first, second].every((side) => cohorts[side]?.isClaimable),
  );
  return {
    // The same as stands elsewhere when one cohort alone is looked at.
    cohorts: cohorts.map((cohort) => ({
      ...cohort,
      interval: computePeopleInterval(selectCohort(rows, view, cohort)),
    })),
    differences,
    tests: differences.filter(({ holm }) => holm !== null).length,
  };
}

const selectCohort = (rows: StudyRows, view: View, { cohort }: CohortPoints): Selection =>
  cohort === null ? selectOthers(getSelection(rows, view)) : getSelection(rows, { ...view, cohort });

/** Each cohort's share of right answers, over the cases it was given. */
export function listCohorts(rows: StudyRows, view: View): CohortPoints[] {
  const selection = getSelection(rows, view);
  const names = nameCohorts(selection);
  const sums = names.map(() => ({ right: 0, answers: 0, people: 0, cases: new Set<number>() }));
  const sumOf = rows.people.map(({ cohort }) => sums[names.indexOf(cohort)]);
  for (const person of selection.people) {
    const sum = sumOf[person];
    if (sum) sum.people += 1;
  }
  const { person, case: caseOf } = rows.answers;
  const scores = mainScores(rows.answers);
  for (const i of selection.answers) {
    const sum = sumOf[person[i] ?? 0];
    if (!sum) continue;
    sum.answers += 1;
    sum.right += scores[i] ?? 0;
    sum.cases.add(caseOf[i] ?? 0);
  }
  return sums.map(({ right: sum, answers, people, cases }, i) => {
    const n = { answers, people, cases: cases.size };
    return {
      cohort: names[i] ?? null,
      n,
      right: sum,
      accuracy: answers === 0 ? null : sum / answers,
      isClaimable: hasEnoughData(n),
    };
  });
}

/** Of each cohort its own answers, the cases numbered as for all of them. */
export function packCohorts(rows: StudyRows, view: View, names: readonly (string | null)[]): TwoWayInput[] {
  const selection = getSelection(rows, view);
  const input = packSelection(selection);
  const cohortOf = Array.from(selection.people, (index) => rows.people[index]?.cohort ?? null);
  return names.map((name) => keepAnswers(input, (i) => cohortOf[input.person[i] as number] === name));
}

/** Those without a cohort. */
function selectOthers(selection: Selection): Selection {
  const { rows, people, answers } = selection;
  const isOther = (index: number) => rows.people[index]?.cohort === null;
  const others = answers.filter((i) => isOther(rows.answers.person[i] ?? -1));
  const cases = new Set(others.map((i) => rows.answers.case[i] as number));
  return {
    ...selection,
    people: people.filter(isOther),
    cases: selection.cases.filter((at) => cases.has(at)),
    answers: others,
  };
}

/** Whoever has no cohort stands last. */
function nameCohorts({ rows, people }: Selection): (string | null)[] {
  const there = new Set(Array.from(people, (person) => rows.people[person]?.cohort ?? null));
  return [...rows.cohorts.filter((name) => there.has(name)), ...(there.has(null) ? [null] : [])];
}
