import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { compareMethods, type DifferenceOfPair } from "#lib/metrics/grouped/method-differences.ts";
import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { labelKappaOfJudge, labelKappaOfPeople, type CaseLabels } from "#lib/metrics/labels/nominal-kappa.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { hasLinked } from "#lib/studies/strata/schema.ts";
import { labelRatios } from "#lib/metrics/scores/contradiction-ratio.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { groupUnitOf } from "#lib/study-results/cluster-words.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { clusterByWork } from "#lib/study-results/overview/packed-selection.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";
import { isMany, specOf, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import { errorOf, resolveLabels, type LabelsInput, type LabelSet } from "#lib/task-kinds/label-set.ts";
import { numberGroups, numberOrigins, type Origin } from "#lib/study-results/kinds/origins.ts";

/** How often people, or a judge, gave each label in some of the cases. */
export type Side = {
  /** Null for people. */
  run: RunRow | null;
  /** By label. */
  counts: readonly number[];
  shares: readonly GroupedMean[];
  n: number;
  people: number;
  cases: number;
  groups: number;
  /** Whether shares are told, and not counts alone. A judge labels each case once: people are only asked of people. */
  isClaimable: boolean;
};

export type Agreement = {
  alpha: Bounded;
  /** How often two people say the same. */
  pairwise: Bounded;
  /** Cohen’s, of two people; and of each judge and one person, in the order of the judges. */
  kappa: Bounded;
  ofJudges: readonly Bounded[];
};

/** Of two origins, by their places. */
export type LabelComparison = DifferenceOfPair & { label: number };

/** Cases told apart by what the benchmark notes of them. */
export type Division = {
  /** One attribute, or several together. */
  by: readonly string[];
  /** People first, then every judge. Null where the attributes make too many. */
  values: readonly { origin: Origin; sides: readonly Side[] }[] | null;
  /** Of people’s shares where there is enough of them, Holm’s adjustment over all labels. Null where there would be too many. */
  comparisons: readonly LabelComparison[] | null;
};

export type LabelledCases = {
  spec: LabelSpec;
  set: string;
  /** What groups of its cases are. */
  unit: ClusterUnit;
  /** Where many can fit, the last is that none does: null. */
  labels: readonly (string | null)[];
  /** The one that is told where there is room for one alone: after which an error is asked for, or else the first. */
  mainLabel: number;
  /** People first, then every judge of the same cases. */
  overall: readonly Side[];
  /** Of the labels together, or where many can fit of each, found or not found. */
  agreement: readonly Agreement[];
  /** By the attributes that were asked for, all together; where many labels can fit they are not put together. */
  byOrigin: Division | null;
  /** Each attribute that has several values, compared where they aren't put together. */
  byAttribute: readonly Division[];
  /** Of the answers after which it was asked: how often each type was said. Null where it isn't asked. */
  errors: { asked: number; counts: readonly { type: string; count: number }[] } | null;
};

/** More are a list of cases. */
export const maxOrigins = 60;
const maxValues = 40;
/** So many differences are looked at, over all labels, at most. */
const maxPairs = 500;

/** How cases were labelled, set by set: labels of different sets are never put together. */
export const computeLabels = (rows: StudyRows, view: View, by: readonly string[]): readonly LabelledCases[] =>
  memoize(rows, `labels ${JSON.stringify(by)} ${viewKey(view)}`, () => {
    const names = rows.cases.map(({ noted }) => resolveLabels(noted as LabelsInput).name);
    const bySet = Map.groupBy(
      listDecided(rows, view),
      (i) => names[rows.answers.case[i] as number] as string,
    );
    return Array.from(bySet.values(), (answers) =>
      withhold(rows, view.who, computeLabelledCases(rows, answers, by)),
    );
  });

/** Labels in one list: who gave them, to which case; several of one case as one number. */
type LabelList = { run: RunRow | null; rater: Int32Array | null; case: Int32Array; label: Int32Array };

/** Everything of one set, by the places of people and cases in the rows. */
type PackedLabels = {
  rows: StudyRows;
  many: boolean;
  labels: readonly (string | null)[];
  people: LabelList & { rater: Int32Array };
  judges: readonly LabelList[];
  /** By case: what intervals are over. A group may stand in several tracks; a case without one is its own. */
  groupOf: Int32Array;
};

function computeLabelledCases(
  rows: StudyRows,
  answers: readonly number[],
  by: readonly string[],
): LabelledCases {
  const { person, case: caseOf, choice } = rows.answers;
  const set = resolveLabels(rows.cases[caseOf[answers[0] as number] as number]?.noted as LabelsInput);
  const spec = specOf(rows.kind);
  const many = isMany(spec);
  const names = set.labels.map(({ name }) => name);
  const people = {
    run: null,
    rater: Int32Array.from(answers, (i) => person[i] as number),
    case: Int32Array.from(answers, (i) => caseOf[i] as number),
    label: Int32Array.from(answers, (i) => choice[i] as number),
  };
  const packed: PackedLabels = {
    rows,
    many,
    labels: many ? [...names, null] : names,
    people,
    judges: listJudges(rows, [...new Set(people.case)]),
    groupOf: numberGroups(rows, [...rows.cases.keys()]).groupOf,
  };
  return {
    spec,
    set: set.name,
    unit: groupUnitOf(rows),
    labels: packed.labels,
    mainLabel: Math.max(0, names.indexOf(set.errors?.after[0] ?? "")),
    overall: countSides(packed, new Int32Array(rows.cases.length), 1)[0] ?? [],
    agreement: agree(packed),
    byOrigin: many ? null : divideByOrigin(packed, by),
    byAttribute: listAttributes(packed).map(([attribute, values]) => {
      const partOf = Int32Array.from(rows.cases, ({ attributes }) =>
        values.indexOf(attributes?.[attribute] ?? "\0"),
      );
      const origins = values.map((value) => [value]);
      return divide(packed, { by: [attribute], origins, partOf, isCompared: many });
    }),
    errors: countErrors(rows, answers, set),
  };
}

/** Runs that labelled any of these cases, with what they gave them. */
function listJudges({ runs }: StudyRows, cases: readonly number[]): LabelList[] {
  return runs.flatMap((run) => {
    const own = cases.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
    const label = Int32Array.from(own, (at) => run.predictions.choice[at] as number);
    return own.length > 0 ? [{ run, rater: null, case: Int32Array.from(own), label }] : [];
  });
}

/** By label: 1 where it was given. */
const listGiven = ({ many, labels }: PackedLabels, { label: given }: LabelList): Uint8Array[] =>
  labels.map((name, at) => {
    const isGiven = (one: number) => (name === null ? one === 0 : hasCode(one, at));
    return Uint8Array.from(given, (one) => Number(many ? isGiven(one) : one === at));
  });

/** By part of the cases, numbered from 0, people and each judge; -1 is no part. */
function countSides(packed: PackedLabels, partOf: Int32Array, parts: number): Side[][] {
  const sides = [packed.people, ...packed.judges].map((side) => countSide(packed, side, { partOf, parts }));
  return Array.from({ length: parts }, (_, part) => sides.flatMap((side) => side[part] ?? []));
}

/** Of many labels, and where everybody got some of the cases, each case counts once. */
const weightOf = ({ many, rows }: PackedLabels, caseOf: Int32Array): Float64Array | null =>
  many || hasLinked(rows.study.design) ? weighAlike(caseOf) : null;

type CaseParts = { partOf: Int32Array; parts: number };

function countSide(packed: PackedLabels, side: LabelList, { partOf, parts }: CaseParts): Side[] {
  const { groupOf, rows } = packed;
  const { run, rater, case: caseOf } = side;
  const group = caseOf.map((at) => groupOf[at] as number);
  const part = caseOf.map((at) => partOf[at] as number);
  const byLabel = listGiven(packed, side).map((given) => ({
    given,
    // Of several labels a case counts once, with the share of its people who found the label.
    shares: packed.many
      ? codeShares({
          cases: rows.cases.length,
          rater,
          case: caseOf,
          found: given,
          groupOf,
          methodOf: partOf,
          methods: parts,
        })
      : labelRatios({ isGiven: given, group, rater, weight: weightOf(packed, caseOf) }, part, parts),
  }));
  return Array.from({ length: parts }, (_, at) => {
    const own = [...caseOf.keys()].filter((i) => part[i] === at);
    const countOf = (list: ArrayLike<number>) => new Set(own.map((i) => list[i])).size;
    const n = own.length;
    const people = rater ? countOf(rater) : 1;
    const cases = countOf(caseOf);
    return {
      run,
      counts: byLabel.map(({ given }) => own.reduce((sum, i) => sum + (given[i] ?? 0), 0)),
      shares: byLabel.flatMap(({ shares }) => shares[at] ?? []),
      n,
      people,
      cases,
      groups: countOf(group),
      isClaimable: hasEnoughData({ answers: rater ? n : Infinity, people: rater ? people : Infinity, cases }),
    };
  });
}

function agree(packed: PackedLabels): Agreement[] {
  const { rows, many, labels, people, judges } = packed;
  const cases = Int32Array.from(rows.cases.keys());
  const groupOf = clusterByWork({ rows, cases }) ?? cases;
  const places = { raters: rows.people.length, cases: rows.cases.length, groupOf };
  const { rater, case: caseOf } = people;
  const ofJudges = judges.map((judge) => (many ? listGiven(packed, judge) : [judge.label]));
  return (many ? listGiven(packed, people) : [people.label]).map((given, at) => {
    const label = Int32Array.from(given);
    const labelled: CaseLabels = {
      ...places,
      labels: many ? 2 : labels.length,
      rater,
      case: caseOf,
      label,
    };
    const { alpha, pairwise } = many
      ? codeAgreement({ ...places, rater, case: caseOf, found: given })
      : agreeOnOne(labelled);
    const kappas = judges.map((judge, number) => {
      const byCase = new Int32Array(rows.cases.length).fill(-1);
      judge.case.forEach((index, i) => (byCase[index] = ofJudges[number]?.[at]?.[i] ?? -1));
      return bare(labelKappaOfJudge(labelled, byCase));
    });
    return { alpha, pairwise, kappa: bare(labelKappaOfPeople(labelled)), ofJudges: kappas };
  });
}

const agreeOnOne = ({ raters, cases, labels, rater, case: caseOf, label, groupOf }: CaseLabels) =>
  agreeTwoWay(
    {
      people: raters,
      person: rater,
      case: caseOf,
      choice: Int8Array.from(label),
      options: new Int32Array(cases).fill(labels),
    },
    { are: "shared", count: labels, ordered: false },
    { groupOf },
  ).figures;

const bare = ({ value, low, high, reason }: Bounded): Bounded => ({ value, low, high, reason });

/** Of attributes that tell cases apart, and aren't a name of each. */
function listAttributes({ rows: { cases }, people }: PackedLabels): [attribute: string, values: string[]][] {
  const noted = [...new Set(people.case)].map((at) => cases[at]?.attributes ?? {});
  const names = [...new Set(noted.flatMap((attributes) => Object.keys(attributes)))];
  return names.flatMap((attribute): [string, string[]][] => {
    const values = [...new Set(noted.flatMap((attributes) => attributes[attribute] ?? []))].sort();
    return values.length > 1 && values.length <= maxValues ? [[attribute, values]] : [];
  });
}

function divideByOrigin(packed: PackedLabels, by: readonly string[]): Division {
  const cases = [...new Set(packed.people.case)].sort((a, b) => a - b);
  const { origins, originOf } = numberOrigins(packed.rows, cases, by);
  if (origins.length > maxOrigins) return { by, values: null, comparisons: null };
  const partOf = new Int32Array(packed.rows.cases.length).fill(-1);
  for (const [place, at] of cases.entries()) partOf[at] = originOf[place] as number;
  return divide(packed, { by, origins, partOf, isCompared: true });
}

type Parts = { by: readonly string[]; origins: readonly Origin[]; partOf: Int32Array; isCompared: boolean };

function divide(packed: PackedLabels, { by, origins, partOf, isCompared }: Parts): Division {
  const sides = countSides(packed, partOf, origins.length);
  const told = [...origins.keys()].filter((at) => sides[at]?.[0]?.isClaimable);
  return {
    by,
    values: origins.map((origin, at) => ({ origin, sides: sides[at] ?? [] })),
    comparisons: isCompared ? compare(packed, partOf, told) : [],
  };
}

/** Whether people gave a label more often for one origin than for another. */
function compare(
  packed: PackedLabels,
  partOf: Int32Array,
  told: readonly number[],
): LabelComparison[] | null {
  const { many, people, groupOf } = packed;
  const all = listGiven(packed, people);
  // Of two labels the second says nothing that the first doesn't.
  const compared = !many && all.length === 2 ? all.slice(0, 1) : all;
  if ((compared.length * told.length * (told.length - 1)) / 2 > maxPairs) return null;
  const { rater, case: caseOf } = people;
  const group = caseOf.map((at) => groupOf[at] as number);
  const part = caseOf.map((at) => told.indexOf(partOf[at] as number));
  const weight = weightOf(packed, caseOf);
  const pairs = compared.flatMap((given, label) =>
    compareMethods(
      splitByPart({ value: Float64Array.from(given), group, rater, weight }, part, told.length),
    ).map((pair) => ({
      ...pair,
      label,
      first: told[pair.first] as number,
      second: told[pair.second] as number,
    })),
  );
  if (many && pairs.every((pair) => pair.groups === 0)) return [];
  const { holm } = adjustP(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}

function countErrors(rows: StudyRows, answers: readonly number[], set: LabelSet): LabelledCases["errors"] {
  const { labels, errors } = set;
  if (!errors) return null;
  const { choice, measures } = rows.answers;
  const asked = answers.filter((i) => errors.after.includes(labels[choice[i] as number]?.name ?? ""));
  const said = asked.map((i) => {
    const error = measures[1]?.[i] ?? NaN;
    return Number.isNaN(error) ? null : errorOf(set, { choice: choice[i] as number, error });
  });
  const counts = errors.types.map(({ name }) => ({
    type: name,
    count: said.filter((one) => one === name).length,
  }));
  return { asked: asked.length, counts };
}
