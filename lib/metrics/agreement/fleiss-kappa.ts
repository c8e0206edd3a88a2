import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures, type UndefinedReason } from "#lib/metrics/measure.ts";
import { mean, shareOfAgreeingPairs } from "#lib/metrics/agreement/ratings.ts";

/** Rows are items, columns say how many raters chose each category. Every item needs the same number of ratings. */
export function fleissKappa(counts: readonly (readonly number[])[]): Figures<"meanAgreement" | "kappa"> {
  const nothing = (reason: UndefinedReason) => withoutFigures(["meanAgreement", "kappa"], reason);
  const [first] = counts;
  if (!first) return nothing("no_items");
  for (const row of counts) {
    if (row.length !== first.length)
      throw new MetricInputError(
        "unequal_lengths",
        `items have ${first.length} and ${row.length} categories`,
      );
    for (const count of row) requireCount(count, "a number of ratings");
  }
  const sizes = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const size = sizes[0] ?? 0;
  if (sizes.some((other) => other !== size)) return nothing("unequal_ratings");
  if (size < 2) return nothing("too_few_raters");

  const meanAgreement = mean(counts.map((row) => shareOfAgreeingPairs(row, size)));
  const totals = first.map((_, category) => counts.reduce((sum, row) => sum + (row[category] ?? 0), 0));
  const all = size * counts.length;
  if (totals.includes(all)) return { meanAgreement, kappa: null, reason: "one_category" };
  // In whole numbers until the last step: the order of the categories must not matter.
  const chance = totals.reduce((sum, total) => sum + total * total, 0) / (all * all);
  return { meanAgreement, kappa: (meanAgreement - chance) / (1 - chance), reason: null };
}
