import { countedShare, countKinds, filterFigures } from "#lib/metrics/review/counted-shares.ts";
import { rateOf, strategyOf } from "#lib/metrics/review/coverage.ts";
import { agreeInPairs } from "#lib/metrics/review/pair-agreement.ts";
import { finalErrorRate, remainingErrors, type DrawnDecision } from "#lib/metrics/review/remaining-errors.ts";
import { finishIn, paceOf } from "#lib/metrics/review/throughput.ts";
import { accuracyByWindow, accuracyOfChecks } from "#lib/metrics/review/weighted-accuracy.ts";
import { finalDecisions, type FinalDecision, stands, isRightInTheEnd } from "#lib/reviews/results/items.ts";
import type { ReviewRows, CheckRow, DecisionRow } from "#lib/reviews/results/rows-queries.ts";

const made = new WeakMap<ReviewRows, ReviewFigures>();

/** All figures of a review but those that depend on what day it is; made once of the same rows. */
export function reviewFigures(rows: ReviewRows): ReviewFigures {
  const figures = made.get(rows) ?? {
    ...outcomeFigures(rows),
    annotators: annotatorFigures(rows),
    agreement: agreementFigures(rows),
  };
  made.set(rows, figures);
  return figures;
}
export type ReviewFigures = ReturnType<typeof outcomeFigures> & {
  annotators: AnnotatorFigures[];
  agreement: ReturnType<typeof agreementFigures>;
};

function agreementFigures(rows: ReviewRows) {
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
  /** How often the auditor says otherwise, of what checks called right, or wrong. */
  const disagreed = (isRight: boolean) => {
    const own = checks.filter((check) => check.audit !== null && check.isRight === isRight);
    return countedShare(own.filter(({ audit }) => audit?.agrees === false).length, own.length);
  };
  const disputes = { open: 0, taken_back: 0, upheld: 0, overruled: 0 };
  for (const { dispute } of checks) if (dispute) disputes[dispute] += 1;
  return {
    /** Two reviewers of the same decision: right or wrong. */
    reviewers: agreeInPairs(twice, 2),
    /** A reviewer before seeing the decision, and the annotator: accept or reject, and the reason where both reject. */
    blind: agreeInPairs(
      said.map(({ decision, blind }) => [Number(decision.accepts), Number(blind.accepts)] as const),
      2,
    ),
    blindReasons: countedShare(
      bothReject.filter(({ decision, blind }) => decision.reason === blind.reason).length,
      bothReject.length,
    ),
    audit: {
      drawn: checks.filter(({ isAuditDrawn }) => isAuditDrawn).length,
      done: checks.filter(({ audit }) => audit !== null).length,
      disagreedWithRight: disagreed(true),
      disagreedWithWrong: disagreed(false),
    },
    disputes,
    filters: filtersBeside(rows),
  };
}

/** What each filter said beside the decisions in the end. */
function filtersBeside(rows: ReviewRows) {
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
      // Over every item that both decided; and over those alone whose decision somebody checked.
      all: filterFigures(pairs),
      checked: filterFigures(pairs.filter(({ isChecked }) => isChecked)),
      kappa: agreeInPairs(
        pairs.map(({ filterAccepts, accepts }) => [Number(filterAccepts), Number(accepts)] as const),
        2,
      ),
    };
  });
}

export type FinalErrors = ReturnType<typeof errorsAmong>;

/** Nothing is estimated of these but what checks miss. */
export const areAllChecked = ({ among, remaining }: FinalErrors): boolean =>
  among > 0 && remaining.unchecked === 0;

export function outcomeFigures(rows: ReviewRows) {
  const final = finalDecisions(rows);
  const accepted = final.filter(({ accepts }) => accepts);
  const rejected = final.filter(({ accepts }) => !accepts);
  const { reasons } = rows.settings.decisions;
  return {
    funnel: countFunnel(rows, final),
    retention: countedShare(accepted.length, final.length),
    reasons: countKinds(
      rejected.flatMap(({ reason }) => reason ?? []),
      reasons.map(({ key }) => key),
      final.length,
    ),
    errors: { accepted: errorsAmong(final, true), rejected: errorsAmong(final, false) },
    /** Of the checks that found a decision wrong, and stand. */
    errorTypes: countKinds(
      rows.decisions.flatMap(({ check }) =>
        check && !check.isRight && stands(check) ? (check.errorType ?? []) : [],
      ),
      rows.settings.errorTypes.map(({ key }) => key),
    ),
  };
}

/**
 * What was accepted and never checked may have had to be rejected, and the other way round; a rejection for another reason
 * is still one. Nothing of the kind is known of decisions that wait for their check.
 */
function errorsAmong(final: readonly FinalDecision[], accepts: boolean) {
  const drawn: DrawnDecision[] = [];
  let [among, waiting] = [0, 0];
  for (const { decision, isCorrected, isPending, accepts: inTheEnd } of final) {
    if (inTheEnd === accepts && isPending) waiting += 1;
    else if (inTheEnd === accepts) among += 1;
    if (isPending || decision.accepts !== accepts) continue;
    const { annotator, band, rate, check } = decision;
    const isWrong = isCorrected && inTheEnd !== accepts;
    const isMissed = check?.isRight && check.audit ? !check.audit.agrees : null;
    drawn.push({ annotator, band, rate, isChecked: check !== null, isWrong, isMissed });
  }
  const remaining = remainingErrors(drawn);
  return {
    /** Accepted, or rejected, in the end; those that wait for their check are not among them. */
    among,
    waiting,
    remaining,
    /** If every check is right. */
    rate: finalErrorRate(remaining, among),
    /** Where checks miss as many errors as audits say. */
    corrected: finalErrorRate(remaining.corrected, among),
  };
}

/** Of all rounds' last decisions, of items in accepted batches alone, and how many are not final yet. */
function countFunnel({ items, batches }: ReviewRows, final: readonly FinalDecision[]) {
  const isAccepted = new Set(batches.filter((batch) => batch.isAccepted).map(({ number }) => number));
  const counts = { accepted: 0, rejected: 0, checked: 0, corrected: 0, waiting: 0 };
  const inBatches = { acceptedInBatches: 0, rejectedInBatches: 0 };
  for (const { item, decision, accepts, isCorrected, isPending } of final) {
    counts[accepts ? "accepted" : "rejected"] += 1;
    counts.checked += Number(decision.check !== null);
    counts.corrected += Number(isCorrected);
    counts.waiting += Number(isPending);
    if (isAccepted.has(items[item]?.batch ?? 0))
      inBatches[accepts ? "acceptedInBatches" : "rejectedInBatches"] += 1;
  }
  return {
    items: items.length,
    decided: final.length,
    ...counts,
    ...inBatches,
    batches: batches.length,
    acceptedBatches: isAccepted.size,
  };
}

/** Decisions of each window in which accuracy over time is told. */
export const windowSize = 100;

/** InterviewSim's Table 5: every annotator with what was checked of theirs, in all rounds, the most accurate first. */
export function annotatorFigures({ decisions, members, settings }: ReviewRows) {
  const byAnnotator = Map.groupBy(decisions, ({ annotator }) => annotator);
  const isSimulated = new Map(members.map((member) => [member.number, member.isSimulated]));
  return [...byAnnotator]
    .map(([annotator, own]) => {
      const verdicts = own.flatMap((decision) => {
        const isRight = isRightInTheEnd(decision);
        return isRight === null ? [] : { ordinal: decision.ordinal, rate: decision.rate, isRight };
      });
      const accuracy = accuracyOfChecks(verdicts);
      const known = { decided: own.length, reviewed: accuracy.reviewed, right: accuracy.right };
      const { rate } = rateOf(settings.coverage, known);
      return {
        annotator,
        isSimulated: isSimulated.get(annotator) ?? false,
        ...accuracy,
        decisions: own.length,
        /** At which the next decision would be drawn, and what that is called. */
        rate,
        strategy: strategyOf(rate),
        /** Drawn for a check that nobody has made yet. */
        waiting: own.filter(({ isDrawn, check }) => isDrawn && !check).length,
        decisionsPerHour: paceOf(own.map(({ givenAt }) => givenAt)).perHour,
        windows: accuracyByWindow(verdicts, windowSize),
      };
    })
    .sort((a, b) => (b.naive.value ?? -1) - (a.naive.value ?? -1) || a.annotator - b.annotator);
}

export type AnnotatorFigures = ReturnType<typeof annotatorFigures>[number];

const dayMs = 24 * 60 * 60_000;
const maxDays = 14;

/**
 * How fast the last days went, and when all will be done at that. Checks to come are those that are drawn already: how many
 * more there will be follows from accuracies to come.
 */
export function throughputFigures({ decisions, items, review }: ReviewRows, now: number) {
  const decided = decisions.map(({ givenAt }) => givenAt);
  const checked: number[] = [];
  for (const { check, second } of decisions) {
    if (check) checked.push(check.givenAt);
    if (second) checked.push(second.givenAt);
  }
  const count = Math.max(0, Math.min(maxDays, Math.floor((now - review.openedAt.getTime()) / dayMs)));
  /** Whole days back from the moment asked for, the oldest first: 24 hours each, since a team sits in many time zones. */
  const days = Array.from({ length: count }, (_, i) => ({
    until: now - (count - 1 - i) * dayMs,
    decisions: 0,
    checks: 0,
  }));
  for (const [what, times] of [
    ["decisions", decided],
    ["checks", checked],
  ] as const)
    for (const time of times) {
      const day = days[count - 1 - Math.floor((now - time) / dayMs)];
      if (day) day[what] += 1;
    }
  const left = { decisions: items.length, checks: 0 };
  for (const { item, round, isDrawn, isDrawnTwice, check, second } of decisions) {
    if (items[item]?.round !== round) continue;
    left.decisions -= 1;
    left.checks += Number(isDrawn && !check) + Number(isDrawn && isDrawnTwice && !second);
  }
  return {
    days,
    left,
    decisionsPerHour: paceOf(decided).perHour,
    checksPerHour: paceOf(checked).perHour,
    decisionsDone: finishIn(
      left.decisions,
      days.map((day) => day.decisions),
    ),
    checksDone: finishIn(
      left.checks,
      days.map((day) => day.checks),
    ),
  };
}
export type ThroughputFigures = ReturnType<typeof throughputFigures>;
