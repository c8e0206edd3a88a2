import type { Resampling } from "#lib/metrics/crossed/case-bootstrap.ts";
import type { ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import { requireLevel } from "#lib/metrics/input-error.ts";
import { listPairable, sumUnits } from "#lib/metrics/agreement/agreement-units.ts";
import {
  agreementFigures,
  judgeAgreement,
  measureAgreement,
  type AgreementFigure,
  type NominalAgreement,
} from "#lib/metrics/agreement/nominal-agreement.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import {
  concludeReplicates,
  withoutTest,
  type ResampledFigure,
} from "#lib/metrics/crossed/resampled-figure.ts";
import { caseStream, drawWeights, requireResampling } from "#lib/metrics/crossed/resampling-weights.ts";

export type AgreementInput = ChoiceTable & Resampling;

export type AgreementFigures = Required<Resampling> &
  Pick<NominalAgreement, "n"> &
  Readonly<Record<AgreementFigure, ResampledFigure>>;

/** What `measureAgreement` finds, with intervals that resample the cases with two and more choices. */
export function agreementIntervals(input: AgreementInput): AgreementFigures {
  const { b, seed, level = defaultLevel } = input;
  requireResampling(input);
  requireLevel(level);
  const units = listPairable(input);
  const { n, figures } = measureAgreement(input, units);
  const weights = new Uint8Array(units.cases);
  const replicates = {
    alpha: new Float64Array(b),
    kappa: new Float64Array(b),
    pairwise: new Float64Array(b),
    unanimous: new Float64Array(b),
  };
  for (let r = 0; r < b; r += 1) {
    drawWeights(weights, seed, caseStream(r));
    const drawn = judgeAgreement(sumUnits(units, weights), units.cases);
    for (const name of agreementFigures) replicates[name][r] = drawn[name];
  }
  const conclude = (name: AgreementFigure) => {
    const { value, reason } = figures[name];
    return withoutTest(concludeReplicates(value, replicates[name], level, reason ?? undefined));
  };
  return {
    ...{ b, seed, level, n },
    alpha: conclude("alpha"),
    kappa: conclude("kappa"),
    pairwise: conclude("pairwise"),
    unanimous: conclude("unanimous"),
  };
}
