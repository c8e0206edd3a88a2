import {
  listPairable,
  sumUnits,
  type AgreementSums,
  type AgreementUnits,
} from "#lib/metrics/agreement/agreement-units.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";

/** Krippendorff's alpha of nominal categories, Fleiss' kappa, mean share of pairs that agree, share of cases on which all do. */
export const agreementFigures = ["alpha", "kappa", "pairwise", "unanimous"] as const;
export type AgreementFigure = (typeof agreementFigures)[number];

export type NominalAgreement = {
  /** Cases with a choice, those of them with two and more, and all choices. */
  readonly n: { readonly cases: number; readonly pairable: number; readonly ratings: number };
  readonly figures: Readonly<
    Record<AgreementFigure, { readonly value: number | null; readonly reason: UndefinedReason | null }>
  >;
};

/**
 * Agreement on what was chosen. Only cases with two and more choices say anything about it; cases without any choice are
 * no cases.
 */
export function measureAgreement(table: ChoiceTable, units = listPairable(table)): NominalAgreement {
  const [cases, ratings] = countRatings(table);
  const observed = judgeAgreement(sumUnits(units, new Uint8Array(units.cases).fill(1)), units.cases);
  const noPairs: UndefinedReason | null = cases === 0 ? "no_items" : units.cases === 0 ? "no_pairs" : null;
  const noKappa = noPairs ?? (isComplete(units, cases) ? null : "unequal_ratings");
  const tell = (value: number, missing: UndefinedReason | null) =>
    missing !== null || Number.isNaN(value)
      ? { value: null, reason: missing ?? ("one_category" as const) }
      : { value, reason: null };
  return {
    n: { cases, pairable: units.cases, ratings },
    figures: {
      alpha: tell(observed.alpha, noPairs),
      kappa: tell(observed.kappa, noKappa),
      pairwise: tell(observed.pairwise, noPairs),
      unanimous: tell(observed.unanimous, noPairs),
    },
  };
}

/** Fleiss' kappa needs as many choices on every case, those with a single one included. */
const isComplete = (units: AgreementUnits, cases: number): boolean =>
  cases === units.cases && units.size.every((size) => size === units.size[0]);

/** In whole numbers as far as they go: neither the order of cases nor the names of options must matter. NaN is undefined. */
export function judgeAgreement(
  { disagreement, agreeing, unanimous, ratings, squares }: AgreementSums,
  cases: number,
): Record<AgreementFigure, number> {
  const isOneCategory = squares === ratings * ratings;
  const pairwise = agreeing / cases;
  const chance = squares / (ratings * ratings);
  return {
    alpha: isOneCategory ? NaN : 1 - ((ratings - 1) * disagreement) / (ratings * ratings - squares),
    kappa: isOneCategory ? NaN : (pairwise - chance) / (1 - chance),
    pairwise,
    unanimous: unanimous / cases,
  };
}

function countRatings(table: ChoiceTable): [cases: number, ratings: number] {
  let [cases, ratings] = [0, 0];
  for (let at = 0; at < table.cases; at += 1) {
    const size = countsOf(table, at).reduce((sum, count) => sum + count, 0);
    if (size > 0) cases += 1;
    ratings += size;
  }
  return [cases, ratings];
}
