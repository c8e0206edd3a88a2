import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";

/** Choices of people on cases with options of their own, both numbered from 0. */
export type Choices = {
  readonly people: number;
  readonly person: ArrayLike<number>;
  readonly case: ArrayLike<number>;
  readonly choice: ArrayLike<number>;
  /** By case. */
  readonly options: ArrayLike<number>;
};

export type TrustedAnswers = {
  /** How probable each option of each case is, given who chose it. */
  readonly probabilities: readonly Float64Array[];
  /** How often each person is thought to choose what is probably right; NaN without a choice. */
  readonly trust: Float64Array;
  readonly rounds: number;
  readonly hasSettled: boolean;
};

const MOST_ROUNDS = 1000;
const SETTLED = 1e-9;
/** Sums of whole multiples of so small a step are exact: where two sides are alike, no order of answers prefers one. */
const STEP = 2 ** -40;

const toStep = (value: number): number => Math.round(value / STEP) * STEP;

/**
 * Whom to trust and what is right, each found from the other (Dawid and Skene 1979, with one trust a person: the options
 * belong to their case, so that nobody can be said to take one category for another). Nothing is known of the gold.
 */
export function weighChoices(choices: Choices): TrustedAnswers {
  checkChoices(choices);
  const { people, person, case: caseOf, choice, options } = choices;
  const probabilities = Array.from(options, (count) => new Float64Array(count));
  for (let i = 0; i < choice.length; i++) add(probabilities[caseOf[i] as number], choice[i] as number, 1);
  probabilities.forEach(share);
  const given = new Float64Array(people);
  for (let i = 0; i < choice.length; i++) add(given, person[i] as number, 1);
  const trust = new Float64Array(people).fill(NaN);
  for (let rounds = 1; ; rounds++) {
    const moved = judgePeople(choices, probabilities, given, trust);
    judgeOptions(choices, probabilities, trust);
    if (moved < SETTLED || rounds === MOST_ROUNDS)
      return { probabilities, trust, rounds, hasSettled: moved < SETTLED };
  }
}

/** As if each had one more choice, of the mean trust: somebody with two answers is neither saint nor fool. */
function judgePeople(
  { people, person, case: caseOf, choice }: Choices,
  probabilities: readonly Float64Array[],
  given: Float64Array,
  trust: Float64Array,
): number {
  const right = new Float64Array(people);
  let all = 0;
  for (let i = 0; i < choice.length; i++) {
    const probable = toStep(probabilities[caseOf[i] as number]?.[choice[i] as number] ?? 0);
    add(right, person[i] as number, probable);
    all += probable;
  }
  const mean = choice.length === 0 ? 0 : all / choice.length;
  let moved = 0;
  for (let at = 0; at < people; at++) {
    if (given[at] === 0) continue;
    const now = ((right[at] as number) + mean) / ((given[at] as number) + 1);
    const before = trust[at] as number;
    moved = Math.max(moved, Number.isNaN(before) ? 1 : Math.abs(now - before));
    trust[at] = now;
  }
  return moved;
}

function judgeOptions(
  { person, case: caseOf, choice, options }: Choices,
  probabilities: readonly Float64Array[],
  trust: Float64Array,
): void {
  for (const one of probabilities) one.fill(0);
  for (let i = 0; i < choice.length; i++) {
    const at = caseOf[i] as number;
    const others = (options[at] as number) - 1;
    if (others < 1) continue;
    const trusted = Math.min(1 - 1e-9, Math.max(1e-9, trust[person[i] as number] as number));
    add(probabilities[at], choice[i] as number, toStep(Math.log(trusted / ((1 - trusted) / others))));
  }
  for (const one of probabilities) {
    const most = Math.max(...one);
    one.forEach((log, option) => (one[option] = Math.exp(log - most)));
    share(one);
  }
}

function checkChoices({ people, person, case: caseOf, choice, options }: Choices): void {
  requireCount(people, "people");
  if (person.length !== choice.length || caseOf.length !== choice.length)
    throw new MetricInputError("unequal_lengths", "each choice needs its person and its case");
  for (let i = 0; i < choice.length; i++) {
    const most = options[caseOf[i] as number];
    if (most === undefined || !((person[i] as number) < people) || !((choice[i] as number) < most))
      throw new MetricInputError("out_of_range", `choice ${i} is of no known person, case or option`);
  }
}

const add = (values: Float64Array | undefined, at: number, value: number) => {
  if (values) values[at] = (values[at] as number) + value;
};

function share(values: Float64Array): void {
  const total = values.reduce((sum, one) => sum + one, 0);
  if (total > 0) values.forEach((one, i) => (values[i] = one / total));
}
