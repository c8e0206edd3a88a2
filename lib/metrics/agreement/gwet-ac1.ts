import { emptyTally, judgeTally, tallyCase } from "#lib/metrics/agreement/agreement-tally.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";

/** Chance agreement depends on how many options raters could choose from, chosen or not. */
export function gwetAc1(table: ChoiceTable): Figures<"ac1" | "meanAgreement"> {
  const rated = Array.from({ length: table.cases }, (_, at) => countsOf(table, at)).filter((counts) =>
    counts.some((count) => count > 0),
  );
  if (rated.length === 0) return withoutFigures(["ac1", "meanAgreement"], "no_items");
  const tally = emptyTally({ are: "own" });
  for (const counts of rated) tallyCase(tally, { counts, options: table.options }, { are: "own" });
  if (tally.cases === 0) return withoutFigures(["ac1", "meanAgreement"], "no_pairs");
  const { pairwise } = judgeTally(tally, { are: "own" });
  if (table.options < 2) return { ac1: null, meanAgreement: pairwise, reason: "one_category" };
  const prevalence = new Float64Array(table.options);
  for (const counts of rated) {
    const size = counts.reduce((sum, count) => sum + count, 0);
    for (const [option, count] of counts.entries())
      prevalence[option] = (prevalence[option] as number) + count / size / rated.length;
  }
  const chance = prevalence.reduce((sum, share) => sum + share * (1 - share), 0) / (table.options - 1);
  return { ac1: (pairwise - chance) / (1 - chance), meanAgreement: pairwise, reason: null };
}
