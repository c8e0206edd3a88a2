import type { BootstrapFigures } from "#lib/metrics/crossed/bootstrap.ts";
import { packScores, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import type { ResampledTest } from "#lib/metrics/crossed/resampled-figure.ts";
import { tellPeople } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { isClaimable, type Counts, type Interval } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { runBootstrap } from "#lib/study-results/resampling/run-bootstrap.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { resamples, viewKey, type View } from "#lib/study-results/schema.ts";
import { placesOf, type Selection } from "#lib/study-results/rows/selection.ts";

export type CohortPoints = {
  /** Null for those without one. */
  cohort: string | null;
  n: Counts;
  right: number;
  accuracy: number | null;
  isClaimable: boolean;
};

export type Difference = ResampledTest & {
  /** The first less the second. */
  first: number;
  second: number;
  /** Adjusted for all pairs that are tested. */
  holm: number | null;
  /** Answers of both are enough to claim anything. */
  isTested: boolean;
};

/** Beyond so many there are more pairs than anybody reads. */
export const mostCompared = 12;

export type ComparedCohort = CohortPoints & { interval: Interval };
export type CohortComparison = {
  /** In their own order; of more than are compared, those with the most answers. */
  cohorts: readonly ComparedCohort[];
  differences: readonly Difference[];
  tests: number;
  b: number;
  seed: number;
};

export const getComparison = (rows: StudyRows, view: View): Promise<CohortComparison> =>
  memoize(rows, `cohorts ${viewKey(view)}`, () => compareCohorts(rows, view));

async function compareCohorts(rows: StudyRows, view: View): Promise<CohortComparison> {
  const all = listCohorts(rows, view);
  const largest = new Set(all.toSorted((a, b) => b.n.answers - a.n.answers).slice(0, mostCompared));
  const cohorts = all.filter((cohort) => largest.has(cohort));
  const names = cohorts.map(({ cohort }) => cohort);
  const figures = await runBootstrap(packCohorts(rows, view, names));
  // The same as stands elsewhere when one cohort alone is looked at.
  const intervals = names.map((cohort) =>
    tellPeople(
      cohort === null ? selectOthers(getSelection(rows, view)) : getSelection(rows, { ...view, cohort }),
    ),
  );
  const differences = concludeDifferences(figures, (first, second) =>
    [first, second].every((side) => cohorts[side]?.isClaimable),
  );
  return {
    cohorts: cohorts.map((cohort, i) => ({
      ...cohort,
      interval: intervals[i] as Interval,
    })),
    differences,
    tests: differences.filter(({ holm }) => holm !== null).length,
    b: figures.b,
    seed: figures.seed,
  };
}

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
      isClaimable: isClaimable(n),
    };
  });
}

/** People are resampled within their cohort, the cases for all these cohorts together. */
export function packCohorts(rows: StudyRows, view: View, names: readonly (string | null)[]): CrossedInput {
  const groupOf = rows.people.map(({ cohort }) => names.indexOf(cohort));
  const { person, case: caseOf } = rows.answers;
  const scores = mainScores(rows.answers);
  const selection = getSelection(rows, view);
  const people = selection.people.filter((index) => (groupOf[index] ?? -1) >= 0);
  const answers = selection.answers.filter((i) => (groupOf[person[i] ?? 0] ?? -1) >= 0);
  const isAnswered = new Uint8Array(rows.cases.length);
  for (const i of answers) isAnswered[caseOf[i] ?? 0] = 1;
  const cases = selection.cases.filter((index) => isAnswered[index] === 1);
  const placeOfPerson = placesOf(people, rows.people.length);
  const placeOfCase = placesOf(cases, rows.cases.length);
  return {
    people: people.length,
    groupOf: people.map((index) => groupOf[index] ?? 0),
    groups: names.length,
    cases: cases.length,
    answers: {
      person: answers.map((i) => placeOfPerson[person[i] ?? 0] ?? 0),
      case: answers.map((i) => placeOfCase[caseOf[i] ?? 0] ?? 0),
      right: packScores(Float64Array.from(answers, (i) => scores[i] ?? 0)),
    },
    models: [],
    b: resamples,
    seed: rows.study.design.sample.seed,
  };
}

/** Only pairs that are tested count among the tests. */
export function concludeDifferences(
  { differences }: Pick<BootstrapFigures, "differences">,
  isTested: (first: number, second: number) => boolean,
): Difference[] {
  const tested = differences.map(({ first, second }) => isTested(first, second));
  const { holm } = adjustP(differences.map(({ p }, i) => (tested[i] ? p : null)));
  return differences.map((difference, i) => ({
    ...difference,
    holm: holm[i] ?? null,
    isTested: tested[i] ?? false,
  }));
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
