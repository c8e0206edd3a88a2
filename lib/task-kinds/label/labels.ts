import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { labelKappaOfJudge, labelKappaOfPeople, type CaseLabels } from "#lib/metrics/labels/nominal-kappa.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { labelRatios } from "#lib/metrics/scores/contradiction-ratio.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { errorOf, resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";

/** How often each label was given, by people or by a judge, over some of the cases. */
export type GivenShares = {
  /** Null for people. */
  run: RunRow | null;
  /** By label. */
  counts: readonly number[];
  shares: readonly GroupedMean[];
  n: number;
  people: number;
  cases: number;
  groups: number;
};

export type LabelledCases = {
  set: string;
  labels: readonly string[];
  /** People first, then every judge of the same cases. */
  overall: readonly (GivenShares & { kappa: Bounded })[];
  alpha: Bounded;
  pairwise: Bounded;
  /** By what the benchmark notes of its cases: each value of each attribute that has several. */
  byAttribute: readonly {
    attribute: string;
    values: readonly { value: string; sides: readonly GivenShares[] }[];
  }[];
  /** Of the answers after which it was asked: how often each type was said. Null where it isn't asked. */
  errors: { asked: number; counts: readonly { type: string; count: number }[] } | null;
};

const mostValues = 40;

/** What was labelled with, set by set: labels of different sets are never put together. */
export function describeLabels(rows: StudyRows, view: View): readonly LabelledCases[] {
  return memoize(rows, `labels ${viewKey(view)}`, () => {
    const names = rows.cases.map(({ noted }) => resolveLabels(noted as GivenLabels).name);
    const bySet = Map.groupBy(
      listDecided(rows, view),
      (i) => names[rows.answers.case[i] as number] as string,
    );
    return Array.from(bySet.values(), (answers) => describe(rows, answers));
  });
}

/** Labels in one list: who gave them, to which case. */
type Given = { run: RunRow | null; rater: Int32Array | null; case: Int32Array; label: Int32Array };

function describe(rows: StudyRows, answers: readonly number[]): LabelledCases {
  const { person, case: caseOf, choice } = rows.answers;
  const given = rows.cases[caseOf[answers[0] as number] as number]?.noted as GivenLabels;
  const set = resolveLabels(given);
  const labels = set.labels.map(({ name }) => name);
  const groupOf = numberGroups(rows);
  const people: Given & { rater: Int32Array } = {
    run: null,
    rater: Int32Array.from(answers, (i) => person[i] as number),
    case: Int32Array.from(answers, (i) => caseOf[i] as number),
    label: Int32Array.from(answers, (i) => choice[i] as number),
  };
  const judges = listJudges(rows, [...new Set(people.case)]);
  const labelled: CaseLabels = {
    ...{ raters: rows.people.length, cases: rows.cases.length, labels: labels.length, groupOf },
    ...people,
  };
  const count = (side: Given) => countLabels(side, labels.length, groupOf);
  const { alpha, pairwise } = agreeTwoWay(
    {
      ...{ people: rows.people.length, person: people.rater, case: people.case },
      ...{
        choice: Int8Array.from(people.label),
        options: new Int32Array(rows.cases.length).fill(labels.length),
      },
    },
    { are: "shared", count: labels.length, ordered: false },
    { groupOf },
  ).figures;
  return {
    set: set.name,
    labels,
    overall: [
      { ...count(people), kappa: labelKappaOfPeople(labelled) },
      ...judges.map((side) => ({ ...count(side), kappa: labelKappaOfJudge(labelled, byCase(side, rows)) })),
    ],
    alpha,
    pairwise,
    byAttribute: listAttributes(rows, people.case).map(({ attribute, values }) => ({
      attribute,
      values: values.map((value) => ({
        value,
        sides: [people, ...judges].map((side) =>
          count(only(side, (at) => rows.cases[at]?.attributes?.[attribute] === value)),
        ),
      })),
    })),
    errors: countErrors(rows, answers, given),
  };
}

/** Runs that labelled any of these cases, with what they gave them. */
function listJudges({ runs }: StudyRows, cases: readonly number[]): Given[] {
  return runs.flatMap((run) => {
    const own = cases.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
    const label = Int32Array.from(own, (at) => run.predictions.choice[at] as number);
    return own.length > 0 ? [{ run, rater: null, case: Int32Array.from(own), label }] : [];
  });
}

const byCase = ({ case: caseOf, label }: Given, { cases }: StudyRows): Int32Array => {
  const all = new Int32Array(cases.length).fill(-1);
  caseOf.forEach((at, i) => (all[at] = label[i] as number));
  return all;
};

function only({ run, rater, case: caseOf, label }: Given, isWanted: (at: number) => boolean): Given {
  const kept = [...caseOf.keys()].filter((i) => isWanted(caseOf[i] as number));
  const keep = (list: Int32Array) => Int32Array.from(kept, (i) => list[i] as number);
  return { run, rater: rater && keep(rater), case: keep(caseOf), label: keep(label) };
}

function countLabels(
  { run, rater, case: caseOf, label }: Given,
  labels: number,
  groupOf: Int32Array,
): GivenShares {
  const group = caseOf.map((at) => groupOf[at] as number);
  const all = new Int32Array(label.length);
  const shares = Array.from({ length: labels }, (_, one) =>
    labelRatios({ isGiven: label.map((given) => Number(given === one)), group, rater }, all, 1),
  ).flat();
  return {
    run,
    shares,
    counts: shares.map((_, one) => label.filter((given) => given === one).length),
    n: label.length,
    people: rater ? new Set(rater).size : 1,
    cases: new Set(caseOf).size,
    groups: new Set(group).size,
  };
}

/** Those that tell cases apart, and aren't a name of each. */
function listAttributes(
  { cases }: StudyRows,
  labelled: Int32Array,
): { attribute: string; values: string[] }[] {
  const noted = [...new Set(labelled)].map((at) => cases[at]?.attributes ?? {});
  const names = [...new Set(noted.flatMap((attributes) => Object.keys(attributes)))];
  return names.flatMap((attribute) => {
    const values = [...new Set(noted.flatMap((attributes) => attributes[attribute] ?? []))].sort();
    return values.length > 1 && values.length <= mostValues ? [{ attribute, values }] : [];
  });
}

function countErrors(
  rows: StudyRows,
  answers: readonly number[],
  given: GivenLabels,
): LabelledCases["errors"] {
  const { labels, errors } = resolveLabels(given);
  if (!errors) return null;
  const { choice, measures } = rows.answers;
  const asked = answers.filter((i) => errors.after.includes(labels[choice[i] as number]?.name ?? ""));
  const said = asked.map((i) => {
    const error = measures[1]?.[i] ?? NaN;
    return Number.isNaN(error) ? null : errorOf(given, { choice: choice[i] as number, error });
  });
  const counts = errors.types.map(({ name }) => ({
    type: name,
    count: said.filter((one) => one === name).length,
  }));
  return { asked: asked.length, counts };
}

/** By case, the number of its group, which may stand in several tracks: what intervals are over. One without a group is its own. */
function numberGroups({ cases }: Pick<StudyRows, "cases">): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(cases, ({ group }, at) => {
    const name = group == null ? `case ${at}` : `group ${group}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
