import { outcomeFigures, type OutcomeFigures } from "#lib/reviews/results/outcome-figures.ts";
import { annotatorFigures, type AnnotatorFigures } from "#lib/reviews/results/people-figures.ts";
import type { ReviewRows, CheckRow, DecisionRow } from "#lib/reviews/results/rows.ts";
import {
  countedShare,
  filterFigures,
  type CountedShare,
  type FilterFigures,
} from "#lib/metrics/review/counted-shares.ts";
import { agreeInPairs, type AgreementOfTwo } from "#lib/metrics/review/pair-agreement.ts";
import { finalDecisions, type FinalDecision } from "#lib/reviews/results/final-decisions.ts";

export type ReviewFigures = OutcomeFigures & {
  readonly annotators: readonly AnnotatorFigures[];
  readonly agreement: AgreementFigures;
};

const made = new WeakMap<ReviewRows, ReviewFigures>();

/** All figures of a review but those that depend on what day it is; made once of the same rows. */
export function reviewFigures(rows: ReviewRows): ReviewFigures {
  const known = made.get(rows);
  if (known) return known;
  const figures = {
    ...outcomeFigures(rows),
    annotators: annotatorFigures(rows),
    agreement: agreementFigures(rows),
  };
  made.set(rows, figures);
  return figures;
}

type FilterComparison = {
  readonly judge: string;
  /** Over every item that both decided; and over those alone whose decision somebody checked. */
  readonly all: FilterFigures;
  readonly checked: FilterFigures;
  readonly kappa: AgreementOfTwo;
};

type AgreementFigures = {
  /** Two reviewers of the same decision: right or wrong. */
  readonly reviewers: AgreementOfTwo;
  /** A reviewer before seeing the decision, and the annotator: accept or reject, and the reason where both reject. */
  readonly blind: AgreementOfTwo;
  readonly blindReasons: CountedShare;
  readonly audit: {
    readonly drawn: number;
    readonly done: number;
    /** Of what checks called right, and of what they called wrong: how often the auditor says otherwise. */
    readonly disagreedWithRight: CountedShare;
    readonly disagreedWithWrong: CountedShare;
  };
  readonly disputes: Readonly<Record<"open" | "taken_back" | "upheld" | "overruled", number>>;
  readonly filters: readonly FilterComparison[];
};

function agreementFigures(rows: ReviewRows): AgreementFigures {
  const checks: CheckRow[] = [];
  const said: { decision: DecisionRow; blind: NonNullable<CheckRow["blind"]> }[] = [];
  const twice: (readonly [number, number])[] = [];
  const take = (decision: DecisionRow, check: CheckRow) => {
    checks.push(check);
    if (check.blind) said.push({ decision, blind: check.blind });
  };
  for (const decision of rows.decisions) {
    const { check, second } = decision;
    if (check) take(decision, check);
    if (second) take(decision, second);
    if (check && second) twice.push([Number(check.isRight), Number(second.isRight)]);
  }
  const bothReject = said.filter(({ decision, blind }) => !decision.accepts && !blind.accepts);
  return {
    reviewers: agreeInPairs(twice, 2),
    blind: agreeInPairs(
      said.map(({ decision, blind }) => [Number(decision.accepts), Number(blind.accepts)] as const),
      2,
    ),
    blindReasons: countedShare(
      bothReject.filter(({ decision, blind }) => decision.reason === blind.reason).length,
      bothReject.length,
    ),
    audit: countAudits(checks),
    disputes: countDisputes(checks),
    filters: filtersBeside(rows),
  };
}

function countAudits(checks: readonly CheckRow[]): AgreementFigures["audit"] {
  const disagreed = (isRight: boolean) => {
    const own = checks.filter((check) => check.audit !== null && check.isRight === isRight);
    return countedShare(own.filter(({ audit }) => audit?.agrees === false).length, own.length);
  };
  return {
    drawn: checks.filter(({ isAuditDrawn }) => isAuditDrawn).length,
    done: checks.filter(({ audit }) => audit !== null).length,
    disagreedWithRight: disagreed(true),
    disagreedWithWrong: disagreed(false),
  };
}

function countDisputes(checks: readonly CheckRow[]): AgreementFigures["disputes"] {
  const counts = { open: 0, taken_back: 0, upheld: 0, overruled: 0 };
  for (const { dispute } of checks) if (dispute) counts[dispute] += 1;
  return counts;
}

function filtersBeside(rows: ReviewRows): FilterComparison[] {
  if (rows.filters.length === 0) return [];
  // By place, as a list: it is made anew with every look.
  const finalOf: (FinalDecision | undefined)[] = [];
  for (const final of finalDecisions(rows)) finalOf[final.item] = final;
  return rows.filters.map(({ judge, decisions }) => {
    const pairs: { filterAccepts: boolean; accepts: boolean; isChecked: boolean }[] = [];
    for (const { item, accepts: filterAccepts } of decisions) {
      const final = finalOf[item];
      if (!final) continue;
      pairs.push({ filterAccepts, accepts: final.accepts, isChecked: final.decision.check !== null });
    }
    return {
      judge,
      all: filterFigures(pairs),
      checked: filterFigures(pairs.filter(({ isChecked }) => isChecked)),
      kappa: agreeInPairs(
        pairs.map(({ filterAccepts, accepts }) => [Number(filterAccepts), Number(accepts)] as const),
        2,
      ),
    };
  });
}
