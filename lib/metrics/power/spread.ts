import {
  exponential,
  listOddsFactors,
  marginalAccuracy,
  solveWrongOdds,
} from "#lib/metrics/power/difficulty.ts";

type Range = readonly [low: number, high: number];

/** Between which accuracies two of three people, and two of three cases, lie: one deviation to either side. */
export function rangeOfSpreads({
  accuracy,
  personSpread,
  caseSpread,
}: {
  accuracy: number;
  personSpread: number;
  caseSpread: number;
}): { people: Range; cases: Range } {
  const both = listOddsFactors(Math.sqrt(personSpread ** 2 + caseSpread ** 2));
  const middle = solveWrongOdds(accuracy, both);
  const rangeOf = (spread: number, others: Float64Array): Range => [
    marginalAccuracy(middle * exponential(spread), others),
    marginalAccuracy(middle * exponential(-spread), others),
  ];
  return {
    people: rangeOf(personSpread, listOddsFactors(caseSpread)),
    cases: rangeOf(caseSpread, listOddsFactors(personSpread)),
  };
}
