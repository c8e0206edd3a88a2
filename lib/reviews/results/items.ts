import type { CheckRow, DecisionRow, ReviewRows, ItemRow } from "#lib/reviews/results/rows-queries.ts";
import type { ItemFilter, ItemStanding } from "#lib/reviews/results/schema.ts";

/** A check that was taken back or overruled doesn't stand, and the decision is right after all. */
export const stands = ({ dispute }: CheckRow): boolean => dispute !== "taken_back" && dispute !== "overruled";

/** Null where nobody has checked it. */
export const isRightInTheEnd = ({ check }: DecisionRow): boolean | null =>
  check && (check.isRight || !stands(check));

type Rows = Pick<ReviewRows, "decisions" | "items">;
const made = new WeakMap<Rows, readonly FinalDecision[]>();

/** What holds of each item that was decided in its last round: the decision, or what a check says would have been right. Made once of the same rows. */
export function finalDecisions(rows: Rows): readonly FinalDecision[] {
  const final = made.get(rows) ?? rows.decisions.flatMap((decision) => decideFinally(decision, rows));
  made.set(rows, final);
  return final;
}

function decideFinally(decision: DecisionRow, { items }: Rows) {
  const { item, check } = decision;
  if (decision.round !== items[item]?.round) return [];
  const isCorrected = isRightInTheEnd(decision) === false;
  return {
    item,
    decision,
    isCorrected,
    /** Drawn for a check that nobody has made yet. */
    isPending: decision.isDrawn && !check,
    accepts: isCorrected ? check?.correctedAccepts === true : decision.accepts,
    reason: isCorrected ? (check?.correctedReason ?? null) : decision.reason,
  };
}
export type FinalDecision = Exclude<ReturnType<typeof decideFinally>, never[]>;

/** The items that are asked for, in their order; found by nothing that the viewer isn't shown. */
export function listItems(
  rows: Pick<ReviewRows, "items" | "decisions">,
  withheld: ReadonlySet<number>,
  { batch, annotator, standing, outcome, reason, error }: Omit<ItemFilter, "page">,
) {
  const finals = new Map(finalDecisions(rows).map((final) => [final.item, final]));
  return rows.items
    .map((item, at) => {
      const listed = toListedItem(item, finals.get(at));
      return withheld.has(item.number)
        ? { ...listed, standing: "to_check" as const, accepts: null, reason: null, error: null }
        : listed;
    })
    .filter(
      (one) =>
        (batch === undefined || one.batch === batch) &&
        (annotator === undefined || one.annotator === annotator) &&
        (standing === undefined || one.standing === standing) &&
        (reason === undefined || one.reason === reason) &&
        (error === undefined || one.error === error) &&
        (outcome === undefined || one.accepts === (outcome === "accepted")),
    );
}

function toListedItem({ version: _, ...item }: ItemRow, final: FinalDecision | undefined) {
  const { decision, isCorrected = false } = final ?? {};
  const checked = isCorrected ? "corrected" : decision?.check ? "right" : "unchecked";
  const decided = final?.isPending ? "to_check" : checked;
  const standing: ItemStanding = final ? decided : "waiting";
  return {
    ...item,
    standing,
    /** Who decided it in this round, by the member's number. */
    annotator: decision?.annotator ?? null,
    /** In the end, as far as is known now; null as well where the viewer isn't shown it before checking it. */
    accepts: final?.accepts ?? null,
    reason: final?.reason ?? null,
    /** What a check that stands found wrong. */
    error: isCorrected ? (decision?.check?.errorType ?? null) : null,
  };
}
export type ListedItem = ReturnType<typeof listItems>[number];
