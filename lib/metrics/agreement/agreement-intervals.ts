import type { Resampling } from "#lib/metrics/crossed/case-bootstrap.ts";
import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import { requireLevel } from "#lib/metrics/input-error.ts";
import { listPairable, sumUnits, type AgreementSums } from "#lib/metrics/agreement/agreement-units.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import {
  concludeReplicates,
  withoutTest,
  type ResampledFigure,
} from "#lib/metrics/crossed/resampled-figure.ts";
import { caseStream, drawWeights, requireResampling } from "#lib/metrics/crossed/resampling-weights.ts";

export type AgreementInput = ChoiceTable & Resampling;

export type AgreementFigures = Required<Resampling> & {
  /** Cases with a choice, those of them with two and more, and all choices. */
  readonly n: { readonly cases: number; readonly pairable: number; readonly ratings: number };
  /** Krippendorff's alpha, of nominal categories. */
  readonly alpha: ResampledFigure;
  /** Fleiss' kappa. */
  readonly kappa: ResampledFigure;
  /** Mean share of pairs that agree, and share of cases on which all do. */
  readonly pairwise: ResampledFigure;
  readonly unanimous: ResampledFigure;
};

/**
 * Agreement with intervals that resample cases. Only cases with two and more choices say anything about it, so they are
 * what is drawn. Cases without any choice are no cases.
 */
export function agreementIntervals(input: AgreementInput): AgreementFigures {
  const { b, seed, level = defaultLevel } = input;
  requireResampling(input);
  requireLevel(level);
  const units = listPairable(input);
  const [cases, ratings] = countRatings(input);
  const unequal = units.size.some((size) => size !== units.size[0]);
  const weights = new Uint8Array(units.cases).fill(1);
  const replicates = {
    alpha: new Float64Array(b),
    kappa: new Float64Array(b),
    pairwise: new Float64Array(b),
    unanimous: new Float64Array(b),
  };
  const observed = judge(sumUnits(units, weights), units.cases);
  for (let r = 0; r < b; r += 1) {
    drawWeights(weights, seed, caseStream(r));
    const drawn = judge(sumUnits(units, weights), units.cases);
    replicates.alpha[r] = drawn.alpha;
    replicates.kappa[r] = drawn.kappa;
    replicates.pairwise[r] = drawn.pairwise;
    replicates.unanimous[r] = drawn.unanimous;
  }
  const nothing: UndefinedReason | null = cases === 0 ? "no_items" : units.cases === 0 ? "no_pairs" : null;
  const conclude = (name: keyof typeof replicates, missing: UndefinedReason, exists = true) => {
    const value = exists && !Number.isNaN(observed[name]) ? observed[name] : null;
    return withoutTest(concludeReplicates(value, replicates[name], level, nothing ?? missing));
  };
  // Fleiss' kappa needs as many choices on every case, those with a single one included.
  const single = cases > units.cases;
  const noKappa = unequal || (single && units.cases > 0) ? "unequal_ratings" : "too_few_raters";
  const complete = units.cases > 0 && !unequal && !single;
  return {
    b,
    seed,
    level,
    n: { cases, pairable: units.cases, ratings },
    alpha: conclude("alpha", "one_category"),
    kappa: conclude("kappa", complete ? "one_category" : noKappa, complete),
    pairwise: conclude("pairwise", "no_pairs"),
    unanimous: conclude("unanimous", "no_pairs"),
  };
}

/** The same steps as the metrics themselves, so that the figures are the same to the last digit. */
function judge({ disagreement, agreeing, unanimous, ratings, squares }: AgreementSums, cases: number) {
  const oneCategory = squares === ratings * ratings;
  const pairwise = agreeing / cases;
  const chance = squares / (ratings * ratings);
  return {
    alpha: oneCategory ? NaN : 1 - ((ratings - 1) * disagreement) / (ratings * ratings - squares),
    kappa: oneCategory ? NaN : (pairwise - chance) / (1 - chance),
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
