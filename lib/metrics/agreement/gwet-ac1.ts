import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { percentAgreement } from "#lib/metrics/agreement/percent-agreement.ts";
import {
  countLabels,
  indexCategories,
  listItemRatings,
  requireCategory,
  type Label,
  type Ratings,
} from "#lib/metrics/agreement/ratings.ts";

/** Chance agreement depends on how many categories raters could choose from, so all must be declared. */
export function gwetAc1<T extends Label>(
  ratings: Ratings<T>,
  categories: readonly T[],
): Figures<"ac1" | "meanAgreement"> {
  const positions = indexCategories(categories);
  const rated = listItemRatings(ratings).filter((labels) => labels.length > 0);
  const prevalence = new Array<number>(categories.length).fill(0);
  for (const labels of rated)
    for (const [label, count] of countLabels(labels)) {
      const position = requireCategory(positions, label);
      prevalence[position] = (prevalence[position] ?? 0) + count / labels.length / rated.length;
    }
  const { pairwise, reason } = percentAgreement(ratings);
  if (pairwise === null) return withoutFigures(["ac1", "meanAgreement"], reason ?? "no_pairs");
  if (categories.length < 2) return { ac1: null, meanAgreement: pairwise, reason: "one_category" };
  const chance = prevalence.reduce((sum, share) => sum + share * (1 - share), 0) / (categories.length - 1);
  return { ac1: (pairwise - chance) / (1 - chance), meanAgreement: pairwise, reason: null };
}
