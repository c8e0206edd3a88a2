import {
  agreementMeasures,
  countByCase,
  emptyTally,
  judgeTally,
  move,
  tallyCase,
  type AgreementMeasure,
  type AgreementTally,
  type CaseCounts,
  type Categories,
} from "#lib/metrics/agreement/agreement-tally.ts";
import type { Choices } from "#lib/metrics/agreement/trusted-answers.ts";
import { keepFinite, type Bounded, type UndefinedReason } from "#lib/metrics/measure.ts";
import { defaultLevel, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

export type TwoWayAgreement = {
  readonly people: number;
  /** Cases with two and more choices. */
  readonly cases: number;
  readonly figures: Readonly<Record<AgreementMeasure, Bounded>>;
};

/**
 * Agreement of people like these on cases like these: each person, and each case, is left out once, and both spreads are
 * added up. That is a little wide rather than too narrow. Cases of one group are left out together.
 */
export function agreeTwoWay(
  choices: Choices,
  categories: Categories,
  { level = defaultLevel, groupOf }: { level?: number; groupOf?: ArrayLike<number> } = {},
): TwoWayAgreement {
  const counts = countByCase(choices, categories);
  const tally = emptyTally(categories);
  for (const one of counts) tallyCase(tally, one, categories);
  const value = judgeTally(tally, categories);
  const withoutPerson = leaveOutPeople(choices, counts, tally, categories);
  const withoutCase = listGroups(counts, groupOf).map((own) =>
    judgeWithout(tally, categories, (left) => {
      for (const one of own) tallyCase(left, one, categories, -1);
    }),
  );
  const few = withoutPerson.length < 3 ? "too_few_raters" : withoutCase.length < 2 ? "too_few_items" : null;
  const df = Math.min(withoutPerson.length, withoutCase.length) - 1;
  const sizes = counts.map(sizeOf).filter((size) => size > 0);
  const conclude = (name: AgreementMeasure): Bounded => {
    const found = value[name];
    const missing = whyMissing(name, sizes, categories) ?? (Number.isNaN(found) ? "one_category" : null);
    if (missing) return { value: null, low: null, high: null, reason: missing };
    const without = (reason: UndefinedReason) => ({ value: found, low: null, high: null, reason });
    if (few) return without(few);
    const variance = [withoutPerson, withoutCase].reduce(
      (sum, left) => sum + spreadOf(left.map((one) => one[name])),
      0,
    );
    if (variance < ROUNDING) return without("no_variation");
    const half = studentDeviate(level, df) * Math.sqrt(variance);
    const least = name === "pairwise" || name === "unanimous" ? 0 : -1;
    return keepFinite({
      value: found,
      low: Math.max(least, found - half),
      high: Math.min(1, found + half),
      reason: null,
    });
  };
  const figures = Object.fromEntries(agreementMeasures.map((name) => [name, conclude(name)]));
  return {
    people: withoutPerson.length,
    cases: tally.cases,
    figures: figures as TwoWayAgreement["figures"],
  };
}

/** Where nothing varies, taking sums of fractions apart still leaves a hair, here squared. */
const ROUNDING = 1e-24;

const sizeOf = ({ counts }: CaseCounts): number => counts.reduce((sum, count) => sum + count, 0);

/** Cases that say something of agreement, by what they are left out with. */
function listGroups(counts: readonly CaseCounts[], groupOf?: ArrayLike<number>): CaseCounts[][] {
  const groups = new Map<number, CaseCounts[]>();
  for (const [at, one] of counts.entries()) {
    if (sizeOf(one) < 2) continue;
    const group = groupOf ? (groupOf[at] as number) : at;
    const own = groups.get(group);
    if (own) own.push(one);
    else groups.set(group, [one]);
  }
  return [...groups.values()];
}

function whyMissing(
  name: AgreementMeasure,
  sizes: readonly number[],
  { are }: Categories,
): UndefinedReason | null {
  if (sizes.length === 0) return "no_items";
  if (sizes.every((size) => size < 2)) return "no_pairs";
  if ((name === "alpha" || name === "fleiss") && are === "own") return "own_categories";
  // Fleiss' kappa is of as many choices on every case, those with a single one included.
  return name === "fleiss" && sizes.some((size) => size !== sizes[0]) ? "unequal_ratings" : null;
}

/** By as much as it moves, all in all, whoever is left out. */
function spreadOf(left: readonly number[]): number {
  const mean = left.reduce((sum, one) => sum + one, 0) / left.length;
  const squares = left.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return (squares * (left.length - 1)) / left.length;
}

function judgeWithout(
  tally: AgreementTally,
  categories: Categories,
  takeOut: (left: AgreementTally) => void,
): Record<AgreementMeasure, number> {
  const left = { ...tally, meetings: tally.meetings.slice() };
  takeOut(left);
  return judgeTally(left, categories);
}

function leaveOutPeople(
  { people, person, case: caseOf, choice }: Choices,
  counts: readonly CaseCounts[],
  tally: AgreementTally,
  categories: Categories,
): Record<AgreementMeasure, number>[] {
  const answersOf = Array.from({ length: people }, (): number[] => []);
  for (let i = 0; i < choice.length; i++) answersOf[person[i] as number]?.push(i);
  return answersOf
    .filter((answers) => answers.length > 0)
    .map((answers) =>
      judgeWithout(tally, categories, (left) => {
        // In the order of cases: the order in which choices came changes not even the last digit.
        for (const i of answers.sort((a, b) => (caseOf[a] as number) - (caseOf[b] as number))) {
          const one = counts[caseOf[i] as number] as CaseCounts;
          tallyCase(left, one, categories, -1);
          move(one, choice[i] as number, -1);
          tallyCase(left, one, categories);
          move(one, choice[i] as number, 1);
        }
      }),
    );
}
