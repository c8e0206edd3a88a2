import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { labelKappaOfJudge, labelKappaOfPeople, type CaseLabels } from "#lib/metrics/labels/nominal-kappa.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { errorOf, resolveLabels } from "#lib/task-kinds/label-set.ts";
import { countLabels, type GivenShares } from "#lib/task-kinds/label/shares/count.ts";
import { describeOrigins, type LabelledOrigins } from "#lib/task-kinds/label/shares/by-origin.ts";
import { keepCases, packLabels, type Given, type PackedSet } from "#lib/task-kinds/label/shares/pack.ts";

export type LabelledCases = {
  set: string;
  labels: readonly string[];
  /** The one that is told where there is room for one alone: after which an error is asked for, or else the first. */
  mainLabel: number;
  /** People first, then every judge of the same cases. */
  overall: readonly (GivenShares & { kappa: Bounded })[];
  alpha: Bounded;
  pairwise: Bounded;
  /** By the attributes that were asked for, all together. */
  byOrigin: LabelledOrigins;
  /** By what the benchmark notes of its cases: each value of each attribute that has several. */
  byAttribute: readonly {
    attribute: string;
    values: readonly { value: string; sides: readonly GivenShares[] }[];
  }[];
  /** Of the answers after which it was asked: how often each type was said. Null where it isn't asked. */
  errors: { asked: number; counts: readonly { type: string; count: number }[] } | null;
};

const mostValues = 40;

/** How cases were labelled, set by set, and by the attributes that tell where they come from. */
export const describeLabels = (
  rows: StudyRows,
  view: View,
  by: readonly string[],
): readonly LabelledCases[] =>
  memoize(rows, `labels ${JSON.stringify(by)} ${viewKey(view)}`, () =>
    packLabels(rows, view).map((packed) => withhold(rows, view.who, describe(rows, packed, by))),
  );

function describe(rows: StudyRows, packed: PackedSet, by: readonly string[]): LabelledCases {
  const { set, labels, people, judges, groupOf } = packed;
  const labelled: CaseLabels = {
    raters: rows.people.length,
    cases: rows.cases.length,
    labels: labels.length,
    groupOf,
    ...people,
  };
  const count = (side: Given) => countLabels(side, packed);
  const after = resolveLabels(packed.given).errors?.after[0];
  return {
    set,
    labels,
    mainLabel: Math.max(0, labels.indexOf(after ?? "")),
    overall: [
      { ...count(people), kappa: labelKappaOfPeople(labelled) },
      ...judges.map((side) => ({ ...count(side), kappa: labelKappaOfJudge(labelled, byCase(side, rows)) })),
    ],
    ...agree(rows, packed),
    byOrigin: describeOrigins(rows, packed, by),
    byAttribute: listValues(rows, people.case).map(({ attribute, values }) => ({
      attribute,
      values: values.map((value) => ({
        value,
        sides: [people, ...judges].map((side) =>
          count(keepCases(side, (at) => rows.cases[at]?.attributes?.[attribute] === value)),
        ),
      })),
    })),
    errors: countErrors(rows, packed),
  };
}

function agree(rows: StudyRows, { labels, people, groupOf }: PackedSet) {
  const { alpha, pairwise } = agreeTwoWay(
    {
      people: rows.people.length,
      person: people.rater,
      case: people.case,
      choice: Int8Array.from(people.label),
      options: new Int32Array(rows.cases.length).fill(labels.length),
    },
    { are: "shared", count: labels.length, ordered: false },
    { groupOf },
  ).figures;
  return { alpha, pairwise };
}

const byCase = ({ case: caseOf, label }: Given, { cases }: StudyRows): Int32Array => {
  const all = new Int32Array(cases.length).fill(-1);
  caseOf.forEach((at, i) => (all[at] = label[i] as number));
  return all;
};

/** Of attributes that tell cases apart, and aren't a name of each. */
function listValues({ cases }: StudyRows, labelled: Int32Array): { attribute: string; values: string[] }[] {
  const noted = [...new Set(labelled)].map((at) => cases[at]?.attributes ?? {});
  const names = [...new Set(noted.flatMap((attributes) => Object.keys(attributes)))];
  return names.flatMap((attribute) => {
    const values = [...new Set(noted.flatMap((attributes) => attributes[attribute] ?? []))].sort();
    return values.length > 1 && values.length <= mostValues ? [{ attribute, values }] : [];
  });
}

function countErrors(rows: StudyRows, { answers, given }: PackedSet): LabelledCases["errors"] {
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
