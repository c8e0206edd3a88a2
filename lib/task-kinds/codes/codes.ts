import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { labelKappaOfJudge, labelKappaOfPeople } from "#lib/metrics/labels/nominal-kappa.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { leastForClaim, viewKey, type View } from "#lib/study-results/schema.ts";
import { compareValues, type CodeComparison } from "#lib/task-kinds/codes/comparisons.ts";
import { hasCode } from "#lib/task-kinds/codes/form.ts";
import { resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";
import { numberGroups } from "#lib/task-kinds/origins.ts";

/** In which share of cases people, or a judge, found each code; the last is that none fits. */
export type CodeSide = {
  /** Null for people. */
  run: RunRow | null;
  /** By code: how often it was given. */
  counts: readonly number[];
  shares: readonly GroupedMean[];
  n: number;
  people: number;
  cases: number;
  groups: number;
  /** Whether there is enough of it for a share. */
  isTold: boolean;
};

export type CodeAgreement = {
  alpha: Bounded;
  /** How often two people say the same of it. */
  pairwise: Bounded;
  /** Cohen's kappa of two people; and of each judge and one person, in the order of the judges. */
  kappa: Bounded;
  judges: readonly Bounded[];
};

export type CodedCases = {
  book: string;
  codes: readonly string[];
  /** People first, then every judge of the same cases. */
  overall: readonly CodeSide[];
  /** By code, the last being that none fits. */
  agreement: readonly CodeAgreement[];
  /** By what the benchmark notes of its cases: each value of each attribute that has several. */
  byAttribute: readonly {
    attribute: string;
    values: readonly { value: string; sides: readonly CodeSide[] }[];
    /** Places are those of values; null where there would be too many. */
    comparisons: readonly CodeComparison[] | null;
  }[];
};

/** What was coded, book by book: codes of different books are never put together. */
export function describeCodes(rows: StudyRows, view: View): readonly CodedCases[] {
  return memoize(rows, `codes ${viewKey(view)}`, () => {
    const names = rows.cases.map(({ noted }) => resolveLabels(noted as GivenLabels).name);
    const byBook = Map.groupBy(
      listDecided(rows, view),
      (i) => names[rows.answers.case[i] as number] as string,
    );
    return Array.from(byBook.values(), (answers) => withhold(rows, view.who, describe(rows, answers)));
  });
}

/** Codes in one list: who found them, in which case; each entry's codes as one number. */
type Found = { run: RunRow | null; rater: Int32Array | null; case: Int32Array; codes: Int32Array };
type Given = { rows: StudyRows; groupOf: Int32Array; codes: number };

function describe(rows: StudyRows, answers: readonly number[]): CodedCases {
  const { person, case: caseOf, choice } = rows.answers;
  const book = resolveLabels(rows.cases[caseOf[answers[0] as number] as number]?.noted as GivenLabels);
  const people = {
    run: null,
    rater: Int32Array.from(answers, (i) => person[i] as number),
    case: Int32Array.from(answers, (i) => caseOf[i] as number),
    codes: Int32Array.from(answers, (i) => choice[i] as number),
  };
  const judges = listJudges(rows, [...new Set(people.case)]);
  const given = {
    rows,
    groupOf: numberGroups(rows, [...rows.cases.keys()]).groupOf,
    codes: book.labels.length,
  };
  const sides = [people, ...judges];
  const everywhere = sides.map((side) => countCodes(side, given, { values: [""], valueOf: () => "" })[0]);
  return {
    book: book.name,
    codes: book.labels.map(({ name }) => name),
    overall: everywhere.filter((side) => side !== undefined),
    agreement: compare(people, judges, given),
    byAttribute: listAttributes(rows, people.case).map(({ attribute, values }) => {
      const valueOf = (at: number) => rows.cases[at]?.attributes?.[attribute];
      const counted = sides.map((side) => countCodes(side, given, { values, valueOf }));
      const told = [...values.keys()].filter((at) => counted[0]?.[at]?.isTold);
      return {
        attribute,
        values: values.map((value, at) => ({ value, sides: counted.flatMap((side) => side[at] ?? []) })),
        comparisons: compareValues(
          {
            found: listFound(people.codes, given.codes),
            case: people.case,
            groupOf: given.groupOf,
            rater: people.rater,
            valueOf: placeValues({ rows, values, valueOf }),
          },
          told,
        ),
      };
    }),
  };
}

/** Runs that coded any of these cases, with what they found in them. */
function listJudges({ runs }: StudyRows, cases: readonly number[]): Found[] {
  return runs.flatMap((run) => {
    const own = cases.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
    const codes = Int32Array.from(own, (at) => run.predictions.choice[at] as number);
    return own.length > 0 ? [{ run, rater: null, case: Int32Array.from(own), codes }] : [];
  });
}

/** By code, and last that there is none: 1 where an entry has it. */
const listFound = (found: Int32Array, codes: number): Uint8Array[] => [
  ...Array.from({ length: codes }, (_, at) => Uint8Array.from(found, (one) => Number(hasCode(one, at)))),
  Uint8Array.from(found, (one) => Number(one === 0)),
];

type Parted = { values: readonly string[]; valueOf: (at: number) => string | undefined };

/** By case; -1 for none of the values. */
const placeValues = ({ rows, values, valueOf }: Parted & Pick<Given, "rows">): Int32Array =>
  Int32Array.from(rows.cases, (_, at) => values.indexOf(valueOf(at) ?? "\0"));

function countCodes(side: Found, { rows, groupOf, codes }: Given, { values, valueOf }: Parted): CodeSide[] {
  const { run, rater, case: caseOf } = side;
  const methodOf = placeValues({ rows, values, valueOf });
  const byCode = listFound(side.codes, codes).map((found) => ({
    found,
    shares: codeShares({
      cases: rows.cases.length,
      rater,
      case: caseOf,
      found,
      groupOf,
      methodOf,
      methods: values.length,
    }),
  }));
  return values.map((_, part) => {
    const own = [...caseOf.keys()].filter((i) => methodOf[caseOf[i] as number] === part);
    const countOf = (list: ArrayLike<number>) => new Set(own.map((i) => list[i])).size;
    const cases = countOf(caseOf);
    const people = rater ? countOf(rater) : 1;
    const isTold =
      cases >= leastForClaim.cases &&
      (rater === null || (people >= leastForClaim.people && own.length >= leastForClaim.answers));
    return {
      run,
      counts: byCode.map(({ found }) => own.reduce((sum, i) => sum + (found[i] ?? 0), 0)),
      shares: byCode.flatMap(({ shares }) => shares[part] ?? []),
      n: own.length,
      people,
      cases,
      isTold,
      groups: countOf(caseOf.map((at) => groupOf[at] as number)),
    };
  });
}

function compare(
  people: Found & { rater: Int32Array },
  judges: readonly Found[],
  { rows, groupOf, codes }: Given,
): CodeAgreement[] {
  const { rater, case: caseOf } = people;
  const coded = { raters: rows.people.length, cases: rows.cases.length, rater, case: caseOf, groupOf };
  const ofJudges = judges.map((judge) => listFound(judge.codes, codes));
  return listFound(people.codes, codes).map((found, code) => {
    const labelled = { ...coded, labels: 2, label: Int32Array.from(found) };
    return {
      ...codeAgreement({ ...coded, found }),
      kappa: bare(labelKappaOfPeople(labelled)),
      judges: judges.map((judge, at) => {
        const byCase = new Int8Array(rows.cases.length).fill(-1);
        judge.case.forEach((index, i) => (byCase[index] = ofJudges[at]?.[code]?.[i] ?? -1));
        return bare(labelKappaOfJudge(labelled, byCase));
      }),
    };
  });
}

const bare = ({ value, low, high, reason }: Bounded): Bounded => ({ value, low, high, reason });

const mostValues = 40;

/** What the benchmark notes of these cases: those attributes that tell cases apart, and aren't a name of each. */
function listAttributes(
  { cases }: StudyRows,
  of: Int32Array,
): { attribute: string; values: readonly string[] }[] {
  const noted = [...new Set(of)].map((at) => cases[at]?.attributes ?? {});
  const names = [...new Set(noted.flatMap((attributes) => Object.keys(attributes)))];
  return names.flatMap((attribute) => {
    const values = [...new Set(noted.flatMap((attributes) => attributes[attribute] ?? []))].sort();
    return values.length > 1 && values.length <= mostValues ? [{ attribute, values }] : [];
  });
}
