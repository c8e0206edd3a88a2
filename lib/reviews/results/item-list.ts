import { finalDecisions, type FinalDecision } from "#lib/reviews/results/final-decisions.ts";
import type { ItemRow, ReviewRows } from "#lib/reviews/results/rows.ts";
import type { ItemFilter, ItemStanding } from "#lib/reviews/results/schema.ts";

export type ListedItem = Pick<ItemRow, "number" | "batch" | "round" | "track" | "key"> & {
  readonly standing: ItemStanding;
  /** Who decided it in this round, by the member's number. */
  readonly annotator: number | null;
  /** In the end, as far as is known now; null as well where the viewer isn't shown it before checking it. */
  readonly accepts: boolean | null;
  readonly reason: string | null;
  /** What a check that stands found wrong. */
  readonly error: string | null;
};

/** The items that are asked for, in their order; found by nothing that the viewer isn't shown. */
export function listItems(
  rows: Pick<ReviewRows, "items" | "decisions">,
  withheld: ReadonlySet<number>,
  { batch, annotator, standing, outcome, reason, error }: Omit<ItemFilter, "page">,
): ListedItem[] {
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

function toListedItem(
  { number, batch, round, track, key }: ItemRow,
  final: FinalDecision | undefined,
): ListedItem {
  const item = { number, batch, round, track, key };
  const none = { annotator: null, accepts: null, reason: null, error: null };
  if (!final) return { ...item, ...none, standing: "waiting" };
  const { decision, accepts, reason, isCorrected, isPending } = final;
  const checked = isCorrected ? "corrected" : decision.check ? "right" : "unchecked";
  return {
    ...item,
    accepts,
    reason,
    annotator: decision.annotator,
    error: isCorrected ? (decision.check?.errorType ?? null) : null,
    standing: isPending ? "to_check" : checked,
  };
}
