import { measureAgreement } from "#lib/metrics/agreement/nominal-agreement.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";

/** Chance agreement depends on how many options raters could choose from, chosen or not. */
export function gwetAc1(table: ChoiceTable): Figures<"ac1" | "meanAgreement"> {
  const { n, figures } = measureAgreement(table);
  const { value: pairwise, reason } = figures.pairwise;
  if (pairwise === null) return withoutFigures(["ac1", "meanAgreement"], reason ?? "no_pairs");
  if (table.options < 2) return { ac1: null, meanAgreement: pairwise, reason: "one_category" };
  const prevalence = new Float64Array(table.options);
  for (let at = 0; at < table.cases; at += 1) {
    const counts = countsOf(table, at);
    const size = counts.reduce((sum, count) => sum + count, 0);
    if (size === 0) continue;
    for (const [option, count] of counts.entries())
      prevalence[option] = (prevalence[option] as number) + count / size / n.cases;
  }
  const chance = prevalence.reduce((sum, share) => sum + share * (1 - share), 0) / (table.options - 1);
  return { ac1: (pairwise - chance) / (1 - chance), meanAgreement: pairwise, reason: null };
}
