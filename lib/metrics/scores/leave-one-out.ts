import { countChoices, type Choices } from "#lib/metrics/scores/choice-table.ts";
import { orderByKey } from "#lib/metrics/tests/counting-sort.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";

export type LeaveOneOut = {
  /** Mean share of the others who chose the same, over `n` cases that others answered too. */
  readonly agreement: number | null;
  /** The same beyond guessing, which is right once in as many times as the case has options. */
  readonly kappa: number | null;
  readonly n: number;
  /** Share of cases on which the person chose what most of the others did, over those without a tie among them. */
  readonly withMajority: number | null;
  readonly majorityN: number;
  /** Distance of `agreement` from the median of all, in median absolute deviations made comparable to standard ones. */
  readonly z: number | null;
};

/** The 0.75 quantile of the normal distribution: what a median absolute deviation is of a standard one. */
const NORMAL_MAD = 0.6744897501960817;

/** How far each person's choices are those of the others. By number of the person; options by number of the case. */
export function leaveOneOut(choices: Choices, optionCounts: ArrayLike<number>): LeaveOneOut[] {
  const { people, cases, options, person, case: caseOf, choice } = choices;
  const { counts } = countChoices(choices);
  const sums = Array.from({ length: people }, () => ({ share: 0, guessed: 0, n: 0, same: 0, majorityN: 0 }));
  // In the order of the cases, so that the order in which choices came changes not even the last digit.
  for (const i of orderByKey(caseOf, cases)) {
    const sum = sums[person[i] as number];
    if (!sum) continue;
    const from = (caseOf[i] as number) * options;
    const own = from + (choice[i] as number);
    let [all, most, alike] = [0, 0, 0];
    for (let place = from; place < from + options; place += 1) {
      const others = (counts[place] as number) - (place === own ? 1 : 0);
      all += others;
      if (others > most) [most, alike] = [others, 1];
      else if (others === most) alike += 1;
    }
    if (all === 0) continue;
    const same = (counts[own] as number) - 1;
    sum.n += 1;
    sum.share += same / all;
    sum.guessed += 1 / (optionCounts[caseOf[i] as number] as number);
    if (alike > 1) continue;
    sum.majorityN += 1;
    if (same === most) sum.same += 1;
  }
  const found = sums.map(({ share, guessed, n, same, majorityN }) => ({
    agreement: n === 0 ? null : share / n,
    kappa: n - guessed > 0 ? (share - guessed) / (n - guessed) : null,
    n,
    withMajority: majorityN === 0 ? null : same / majorityN,
    majorityN,
  }));
  const standardise = robustScale(found.flatMap(({ agreement }) => agreement ?? []));
  return found.map((one) => ({ ...one, z: one.agreement === null ? null : standardise(one.agreement) }));
}

/** Null for everything where at least half of the values are the same: no distance is usual then. */
function robustScale(values: readonly number[]): (value: number) => number | null {
  if (values.length === 0) return () => null;
  const middle = medianOf(values);
  const deviation = medianOf(values.map((value) => Math.abs(value - middle)));
  return (value) => (deviation < ROUNDING ? null : (NORMAL_MAD * (value - middle)) / deviation);
}

/** Sums of the same fractions in another order differ by less. */
const ROUNDING = 1e-12;

const medianOf = (values: readonly number[]) => quantileOfSorted(Float64Array.from(values).sort(), 0.5);
