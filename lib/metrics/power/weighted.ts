import { listOddsFactors, marginalAccuracy, solveWrongOdds } from "#lib/metrics/power/difficulty.ts";
import type { Spreads } from "#lib/metrics/power/trial.ts";
import { defaultLevel, scoreInterval, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** A piece of a part of the whole: what it is of the whole, the different cases asked of it, and how many each person gets. */
export type PlannedPiece = {
  readonly share: number;
  readonly cases: number;
  readonly casesPerPerson: number;
};
export type ExpectedSpreads = Spreads & { readonly accuracy: number };
type Bounds = { low: number; high: number };
export type ExpectWeighted = (
  parts: readonly (readonly PlannedPiece[])[],
  people: number,
  level?: number,
) => Bounds | null;

/**
 * The interval that is to be expected of a mean over parts of unequal size, where people are as often right in each: from
 * each part's expected variance, put together as the results do it. Null where a part has fewer than two cases, or there is one person.
 */
export function prepareWeighted(plan: ExpectedSpreads): ExpectWeighted {
  const spread = spreadOf(plan);
  return (parts, people, level = defaultLevel) => expectOf(parts, { ...plan, ...spread, people }, level);
}

type KnownSpreads = ExpectedSpreads & ReturnType<typeof spreadOf> & { people: number };

function expectOf(
  parts: readonly (readonly PlannedPiece[])[],
  { people, accuracy, ofPeople, ofCases }: KnownSpreads,
  level: number,
): Bounds | null {
  const told = parts.filter((part) => part.length > 0);
  const least = told.map((part) => part.reduce((sum, { cases }) => sum + cases - 1, 0));
  if (people < 2 || told.length === 0 || Math.min(...least) < 1) return null;
  const noise = accuracy * (1 - accuracy) - ofPeople - ofCases;
  const reaches = told.map((part, i) => {
    const share = part.reduce((sum, piece) => sum + piece.share, 0);
    const variance = part.reduce(
      (sum, piece) =>
        sum + (piece.share / share) ** 2 * (ofCases / piece.cases + noise / (people * piece.casesPerPerson)),
      ofPeople / people,
    );
    const effective = (accuracy * (1 - accuracy)) / variance;
    const df = Math.min(people - 1, least[i] as number);
    const { low, high } = scoreInterval(accuracy, effective, studentDeviate(level, df));
    return { variance, below: share * (accuracy - low), above: share * (high - accuracy) };
  });
  const reach = (side: "below" | "above") => {
    let sum = 0;
    for (const one of reaches)
      for (const other of reaches) {
        const together = one === other ? 1 : ofPeople / people / Math.sqrt(one.variance * other.variance);
        sum += together * one[side] * other[side];
      }
    return Math.sqrt(sum);
  };
  return { low: Math.max(0, accuracy - reach("below")), high: Math.min(1, accuracy + reach("above")) };
}

/** Every so many of the equally likely persons, and cases: more would change nothing that is printed. */
const EACH = 32;

/** How far people's accuracies lie apart, and cases'. */
function spreadOf({ accuracy, personSpread, caseSpread }: ExpectedSpreads) {
  const middle = solveWrongOdds(accuracy, listOddsFactors(Math.sqrt(personSpread ** 2 + caseSpread ** 2)));
  const some = (spread: number) => listOddsFactors(spread).filter((_, i) => i % EACH === EACH / 2);
  const [people, cases] = [some(personSpread), some(caseSpread)];
  const variance = (own: Float64Array, others: Float64Array) =>
    own.reduce((sum, factor) => sum + (marginalAccuracy(middle * factor, others) - accuracy) ** 2, 0) /
    own.length;
  return { ofPeople: variance(people, cases), ofCases: variance(cases, people) };
}
