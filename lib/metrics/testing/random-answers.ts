import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";

export function randomShares(seed: number) {
  const next = wholeNumbers(seed, 0);
  const share = () => toShare(next());
  return { share, below: (count: number) => Math.floor(share() * count) };
}

export type Shape = {
  people: number;
  cases: number;
  models?: number;
  answered?: number;
  b?: number;
};

/** People of some skill on cases of some difficulty; models fail on some. */
export function randomCrossed(seed: number, shape: Shape): CrossedInput {
  const { people, cases, models = 0, answered = 0.6, b = 200 } = shape;
  const { share } = randomShares(seed);
  const person: number[] = [];
  const caseOf: number[] = [];
  const right: number[] = [];
  const hard = Array.from({ length: cases }, share);
  for (let one = 0; one < people; one += 1) {
    const skill = share();
    for (const [at, difficulty] of hard.entries()) {
      if (share() > answered) continue;
      person.push(one);
      caseOf.push(at);
      right.push(share() < (1 + skill + difficulty) / 3 ? 1 : 0);
    }
  }
  return {
    people,
    cases,
    answers: {
      person: Int32Array.from(person),
      case: Int32Array.from(caseOf),
      right: Uint8Array.from(right),
    },
    models: Array.from({ length: models }, (_, m) => ({
      // Some with everything, some with gaps of their own, some with less than half.
      correct: Int8Array.from(hard, () => (share() < [0, 0.1, 0.7][m % 3]! ? -1 : share() < 0.6 ? 1 : 0)),
    })),
    b,
    seed,
  };
}

/** Choices with a leaning to each case's first option. */
export function randomChoices(
  seed: number,
  people: number,
  cases: number,
  options: number,
  answered = 0.7,
): Choices {
  const { share, below } = randomShares(seed);
  const rows: [number, number, number][] = [];
  for (let person = 0; person < people; person += 1)
    for (let at = 0; at < cases; at += 1)
      if (share() < answered) rows.push([person, at, share() < 0.6 ? at % options : below(options)]);
  return {
    people,
    cases,
    options,
    person: Int32Array.from(rows, ([person]) => person),
    case: Int32Array.from(rows, ([, at]) => at),
    choice: Int8Array.from(rows, ([, , choice]) => choice),
  };
}

/** Raters in rows, cases in columns, null where there is no choice. */
export function tabulateChoices({
  people,
  cases,
  person,
  case: caseOf,
  choice,
}: Choices): (number | null)[][] {
  const table = Array.from({ length: people }, () => new Array<number | null>(cases).fill(null));
  for (const [i, one] of person.entries())
    (table[one] as (number | null)[])[caseOf[i] as number] = choice[i] as number;
  return table;
}

export function shuffledOrder(count: number, seed: number): number[] {
  const { share } = randomShares(seed);
  return Array.from({ length: count }, (_, i) => ({ i, key: share() }))
    .sort((a, b) => a.key - b.key)
    .map(({ i }) => i);
}

/** The same choices in another order. */
export const shuffleChoices = (choices: Choices): Choices => {
  const order = Int32Array.from(shuffledOrder(choices.choice.length, 3));
  return {
    ...choices,
    person: order.map((i) => choices.person[i] as number),
    case: order.map((i) => choices.case[i] as number),
    choice: Int8Array.from(order, (i) => choices.choice[i] as number),
  };
};

/** The same choices under other numbers. */
export const renameOptions = (choices: Choices): Choices => ({
  ...choices,
  choice: choices.choice.map((option) => (option + 1) % choices.options),
});
