import type { CheckRow, DecisionRow, ReviewRows } from "#lib/reviews/results/rows.ts";

/** A check that was taken back or overruled doesn't stand, and the decision is right after all. */
export const stands = ({ dispute }: CheckRow): boolean => dispute !== "taken_back" && dispute !== "overruled";

/** Null where nobody has checked it. */
export const isRightInTheEnd = ({ check }: DecisionRow): boolean | null =>
  check && (check.isRight || !stands(check));

export type FinalDecision = {
  readonly item: number;
  readonly decision: DecisionRow;
  readonly accepts: boolean;
  readonly reason: string | null;
  readonly isCorrected: boolean;
  /** Drawn for a check that nobody has made yet. */
  readonly isPending: boolean;
};

/** What holds of each item that was decided in its last round: the decision, or what a check says would have been right. Made once of the same rows. */
export function finalDecisions({
  decisions,
  items,
}: Pick<ReviewRows, "decisions" | "items">): FinalDecision[] {
  return decisions.flatMap((decision) => {
    if (decision.round !== items[decision.item]?.round) return [];
    const { check } = decision;
    const isCorrected = isRightInTheEnd(decision) === false;
    const corrected =
      isCorrected && check
        ? { accepts: check.correctedAccepts === true, reason: check.correctedReason }
        : null;
    return {
      ...{ item: decision.item, decision, isCorrected, isPending: decision.isDrawn && !check },
      accepts: corrected?.accepts ?? decision.accepts,
      reason: corrected ? corrected.reason : decision.reason,
    };
  });
}
