import { expect, test } from "vitest";
import { creditOfFewer } from "#lib/metrics/scores/fewer-votes.ts";

test("one vote is worth the share of those who were right, all of them what their vote is", () => {
  expect(creditOfFewer([3, 1, 0], 0, 1)).toBe(0.75);
  expect(creditOfFewer([3, 1, 0], 0, 4)).toBe(1);
  expect(creditOfFewer([2, 2, 0], 0, 4)).toBe(0.5);
  expect(creditOfFewer([1, 3], 0, 4)).toBe(0);
});

test("is nothing where fewer answered, or nobody was asked", () => {
  expect(creditOfFewer([1, 1], 0, 3)).toBeNull();
  expect(creditOfFewer([1, 1], 0, 0)).toBeNull();
});

test.each([
  { counts: [3, 2], right: 0 },
  { counts: [2, 2, 3], right: 2 },
  { counts: [1, 2, 1, 3], right: 1 },
  { counts: [4, 1, 1, 1], right: 3 },
])("is the mean over all that could have been asked: $counts", ({ counts, right }) => {
  const voters = counts.flatMap((count, option) => Array.from({ length: count }, () => option));
  for (const votes of [1, 2, 3, 5].filter((count) => count <= voters.length)) {
    const credits = subsetsOf(voters, votes).map((chosen) => {
      const tally = counts.map((_, option) => chosen.filter((one) => one === option).length);
      const most = Math.max(...tally);
      return tally[right] === most ? 1 / tally.filter((count) => count === most).length : 0;
    });
    const mean = credits.reduce((sum, credit) => sum + credit, 0) / credits.length;
    expect(creditOfFewer(counts, right, votes)).toBeCloseTo(mean, 12);
  }
});

function subsetsOf(all: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, i) => subsetsOf(all.slice(i + 1), size - 1).map((rest) => [one, ...rest]));
}
