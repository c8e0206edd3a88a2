import { expect, test } from "vitest";
import {
  addToTally,
  figuresOf,
  newTally,
  poolTallies,
  type Tally,
} from "#bench/support/personaeval/tally.ts";

type Item = [probabilities: number[], gold: number];

function tallyOf(items: readonly Item[]): Tally {
  const tally = newTally();
  for (const [probabilities, gold] of items) addToTally(tally, probabilities, gold);
  return tally;
}

// Values of the reference code's own functions.
const basic: Item[] = [
  [[0.15, 0.1, 0.75, 0], 1],
  [[0.05, 0.6, 0.04, 0.31], 3],
  [[0.02, 0.08, 0.85, 0.05], 2],
  [[0.1, 0.2, 0.3, 0.4], 3],
  [[0.7, 0.1, 0.15, 0.05], 1],
];
const ties: Item[] = [
  [[0.5, 0.5, 0, 0], 0],
  [[0.5, 0.5, 0, 0], 1],
  [[0.25, 0.25, 0.25, 0.25], 0],
  [[0.25, 0.25, 0.25, 0.25], 3],
  [[0.4, 0.2, 0.2, 0.2], 1],
];

test.each([
  ["no ties", basic, { top1: 0.4, top2: 0.6, meanRank: 2, ece: 0.56, brier: 0.2046 }],
  ["ties", ties, { top1: 0.4, top2: 0.6, meanRank: 2.4, ece: 0.18, brier: 0.169 }],
])("agrees with the reference code where there are %s", (_, items, expected) => {
  const figures = figuresOf(tallyOf(items));
  for (const [name, value] of Object.entries(expected))
    expect(figures[name as keyof typeof expected], name).toBeCloseTo(value, 12);
});

test("pools as if all had been one", () => {
  const pooled = figuresOf(poolTallies([tallyOf(basic), tallyOf(ties)]));
  const together = figuresOf(tallyOf([...basic, ...ties]));
  for (const [name, value] of Object.entries(together))
    expect(pooled[name as keyof typeof pooled], name).toBeCloseTo(value, 12);
});
