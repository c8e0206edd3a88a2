import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import {
  countLabels,
  listItemRatings,
  mean,
  shareOfAgreeingPairs,
  type Ratings,
} from "#lib/metrics/agreement/ratings.ts";

/** Over the items with at least two ratings: mean share of agreeing pairs, and share of items all agree on. */
export function percentAgreement(ratings: Ratings): Figures<"pairwise" | "unanimous"> {
  const items = listItemRatings(ratings);
  if (items.length === 0) return withoutFigures(["pairwise", "unanimous"], "no_items");
  const rated = items.filter((labels) => labels.length >= 2).map((labels) => countLabels(labels));
  if (rated.length === 0) return withoutFigures(["pairwise", "unanimous"], "no_pairs");
  const shares = rated.map((counts) => {
    const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return shareOfAgreeingPairs(counts.values(), n);
  });
  return {
    pairwise: mean(shares),
    unanimous: rated.filter((counts) => counts.size === 1).length / rated.length,
    reason: null,
  };
}
