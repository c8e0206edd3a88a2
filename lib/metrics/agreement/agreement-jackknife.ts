import {
  agreementMeasures,
  countByCase,
  emptyTally,
  judgeTally,
  tallyCase,
  type AgreementMeasure,
  type AgreementTally,
  type Categories,
} from "#lib/metrics/agreement/agreement-tally.ts";
import type { Choices } from "#lib/metrics/agreement/trusted-answers.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { defaultLevel, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

export type AgreementInterval = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: UndefinedReason | null;
};

export type TwoWayAgreement = {
  readonly people: number;
  /** Cases with two and more choices. */
  readonly cases: number;
  readonly figures: Readonly<Record<AgreementMeasure, AgreementInterval>>;
};

/**
 * Agreement of people like these on cases like these: each person, and each case, is left out once, and both spreads are
 * added up. That is a little wide rather than too narrow.
 */
export function agreeTwoWay(
  choices: Choices,
  categories: Categories,
  level: number = defaultLevel,
): TwoWayAgreement {
  const counts = countByCase(choices);
  const tally = emptyTally(categories);
  for (const own of counts) tallyCase(tally, own, categories);
  const withoutCase = counts
    .filter((own) => own.reduce((sum, count) => sum + count, 0) >= 2)
    .map((own) => judgeWithout(tally, categories, [[own, null]]));
  const withoutPerson = leaveOutPeople(choices, counts, tally, categories);
  const value = judgeTally(tally, categories);
  const df = Math.min(withoutPerson.length, withoutCase.length) - 1;
  const conclude = (name: AgreementMeasure): AgreementInterval => {
    const found = value[name];
    if (Number.isNaN(found))
      return { value: null, low: null, high: null, reason: tally.cases === 0 ? "no_pairs" : "one_category" };
    if (df < 1) return { value: found, low: null, high: null, reason: "too_few_items" };
    const variance = [withoutPerson, withoutCase].reduce(
      (sum, left) => sum + spreadOf(left.map((one) => one[name])),
      0,
    );
    if (Number.isNaN(variance)) return { value: found, low: null, high: null, reason: "degenerate" };
    if (variance === 0) return { value: found, low: null, high: null, reason: "no_variation" };
    const half = studentDeviate(level, df) * Math.sqrt(variance);
    const least = name === "pairwise" || name === "unanimous" ? 0 : -1;
    return {
      value: found,
      low: Math.max(least, found - half),
      high: Math.min(1, found + half),
      reason: null,
    };
  };
  const figures = Object.fromEntries(agreementMeasures.map((name) => [name, conclude(name)]));
  return {
    people: withoutPerson.length,
    cases: tally.cases,
    figures: figures as TwoWayAgreement["figures"],
  };
}

/** By as much as it moves, all in all, whoever is left out. */
function spreadOf(left: readonly number[]): number {
  const mean = left.reduce((sum, one) => sum + one, 0) / left.length;
  const squares = left.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return (squares * (left.length - 1)) / left.length;
}

type Change = readonly [before: Int32Array, after: Int32Array | null];

function judgeWithout(
  tally: AgreementTally,
  categories: Categories,
  changes: readonly Change[],
): Record<AgreementMeasure, number> {
  for (const [before, after] of changes) {
    tallyCase(tally, before, categories, -1);
    if (after) tallyCase(tally, after, categories);
  }
  const judged = judgeTally(tally, categories);
  for (const [before, after] of changes) {
    if (after) tallyCase(tally, after, categories, -1);
    tallyCase(tally, before, categories);
  }
  return judged;
}

function leaveOutPeople(
  { people, person, case: caseOf, choice }: Choices,
  counts: readonly Int32Array[],
  tally: AgreementTally,
  categories: Categories,
): Record<AgreementMeasure, number>[] {
  const answersOf = Array.from({ length: people }, (): number[] => []);
  for (let i = 0; i < choice.length; i++) answersOf[person[i] as number]?.push(i);
  return answersOf
    .filter((answers) => answers.length > 0)
    .map((answers) =>
      judgeWithout(
        tally,
        categories,
        answers.map((i): Change => {
          const before = counts[caseOf[i] as number] as Int32Array;
          const option = choice[i] as number;
          return [before, before.map((count, at) => (at === option ? count - 1 : count))];
        }),
      ),
    );
}
