import { countedShare, countKinds, type CountedShare } from "#lib/metrics/review/counted-shares.ts";
import {
  finalErrorRate,
  remainingErrors,
  type DrawnDecision,
  type RemainingErrors,
} from "#lib/metrics/review/remaining-errors.ts";
import type { ReviewBounded } from "#lib/metrics/review/review-reasons.ts";
import { finalDecisions, stands, type FinalDecision } from "#lib/reviews/results/final-decisions.ts";
import type { CheckRow, ReviewRows } from "#lib/reviews/results/rows.ts";

export type FinalErrors = {
  /** Accepted, or rejected, in the end; those that wait for their check are not among them. */
  readonly among: number;
  readonly waiting: number;
  readonly remaining: RemainingErrors;
  /** If every check is right. */
  readonly rate: ReviewBounded;
  /** Where checks miss as many errors as audits say. */
  readonly corrected: ReviewBounded;
};

/** Nothing is estimated of these but what checks miss. */
export const areAllChecked = ({ among, remaining }: FinalErrors): boolean =>
  among > 0 && remaining.unchecked === 0;

export type OutcomeFigures = {
  /** Of all rounds' last decisions, of items in accepted batches alone, and how many are not final yet. */
  readonly funnel: {
    readonly items: number;
    readonly decided: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly checked: number;
    readonly corrected: number;
    readonly waiting: number;
    readonly acceptedInBatches: number;
    readonly rejectedInBatches: number;
    readonly batches: number;
    readonly acceptedBatches: number;
  };
  readonly retention: CountedShare;
  readonly reasons: readonly { readonly kind: string; readonly share: CountedShare }[];
  readonly errors: Readonly<Record<"accepted" | "rejected", FinalErrors>>;
  /** Of the checks that found a decision wrong, and stand. */
  readonly errorTypes: readonly { readonly kind: string; readonly share: CountedShare }[];
};

export function outcomeFigures(rows: ReviewRows): OutcomeFigures {
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
    errorTypes: countKinds(
      rows.decisions.flatMap(({ check }) => (check && isFoundWrong(check) ? (check.errorType ?? []) : [])),
      rows.settings.errorTypes.map(({ key }) => key),
    ),
  };
}

const isFoundWrong = (check: CheckRow): boolean => !check.isRight && stands(check);

/**
 * What was accepted and never checked may have had to be rejected, and the other way round; a rejection for another reason
 * is still one. Nothing of the kind is known of decisions that wait for their check.
 */
function errorsAmong(final: readonly FinalDecision[], accepts: boolean): FinalErrors {
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
    among,
    waiting,
    remaining,
    rate: finalErrorRate(remaining, among),
    corrected: finalErrorRate(remaining.corrected, among),
  };
}

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
