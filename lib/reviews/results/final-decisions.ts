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

type Rows = Pick<ReviewRows, "decisions" | "items">;
const made = new WeakMap<Rows, readonly FinalDecision[]>();

/** What holds of each item that was decided in its last round: the decision, or what a check says would have been right. Made once of the same rows. */
export function finalDecisions(rows: Rows): readonly FinalDecision[] {
  const known = made.get(rows);
  if (known) return known;
  const final = makeFinal(rows);
  made.set(rows, final);
  return final;
}

function makeFinal({ decisions, items }: Rows): FinalDecision[] {
  const final: FinalDecision[] = [];
  for (const decision of decisions) {
    const { item, check } = decision;
    if (decision.round !== items[item]?.round) continue;
    const isCorrected = isRightInTheEnd(decision) === false;
    final.push({
      item,
      decision,
      isCorrected,
      isPending: decision.isDrawn && !check,
      accepts: isCorrected ? check?.correctedAccepts === true : decision.accepts,
      reason: isCorrected ? (check?.correctedReason ?? null) : decision.reason,
    });
  }
  return final;
}
