import { expect, it } from "vitest";
import { computeIcc } from "#lib/metrics/agreement/icc.ts";

const scores = [
  [1, 2, 2],
  [4, 4, 5],
  [2, 3, 3],
  [5, 4, 5],
];

it("forgets the order of items and raters", () => {
  const there = computeIcc(scores);
  const moved = computeIcc([...scores].reverse().map((row) => [...row].reverse()));
  for (const name of ["icc21", "icc2k", "icc21Low", "icc2kHigh"] as const)
    expect(moved[name]).toBeCloseTo(there[name] as number, 12);
});

it("holds its estimate, and widens with the level", () => {
  const { icc21, icc21Low, icc21High } = computeIcc(scores);
  expect(icc21Low).toBeLessThan(icc21 as number);
  expect(icc21High).toBeGreaterThan(icc21 as number);
  expect(computeIcc(scores, 0.99).icc21Low).toBeLessThan(icc21Low as number);
});

it("counts a rater's constant shift as disagreement", () => {
  const shifted = scores.map(([a = 0]) => [a, a + 1]);
  const { icc21, reason } = computeIcc(shifted);
  expect(icc21).toBeLessThan(1);
  expect(reason).toBeNull();
});

it("is 1 without an interval in perfect agreement, whatever rounding does to the means", () => {
  const perfect = computeIcc([0.1, 0.7, 0.3].map((score) => [score, score, score]));
  expect(perfect).toMatchObject({ icc21: 1, icc2k: 1, icc21Low: null, icc2kHigh: null, reason: "no_error" });
});

it("gives no figure outside −1 to 1, and no interval that begins or ends there", () => {
  const apart = computeIcc([
    [2, 4],
    [3, 1],
    [1, 3],
  ]);
  expect(apart).toMatchObject({ icc2k: null, icc2kLow: null, icc2kHigh: null, reason: "degenerate" });
  const beyond = computeIcc([
    [2, 2],
    [4, 1],
    [2, 5],
  ]);
  expect(beyond).toMatchObject({ icc21: null, icc2k: null, icc21Low: null, reason: "degenerate" });
});

it("keeps what is defined where the mean's interval isn't", () => {
  const found = computeIcc([
    [1, 3, 2],
    [4, 2, 3],
    [2, 2, 4],
    [4, 4, 3],
  ]);
  expect(found).toMatchObject({ icc2kLow: null, icc2kHigh: null, reason: "degenerate" });
  expect(found.icc21).toBeCloseTo(1 / 12, 12);
  expect(found.icc21Low).toBeLessThan(0);
});

it.each([
  [[], "no_items"],
  [[[], []], "too_few_raters"],
  [[[1, 2]], "too_few_items"],
  [
    [
      [3, 3],
      [3, 3],
    ],
    "constant",
  ],
  [
    [
      [1, null],
      [2, 2],
    ],
    "missing_ratings",
  ],
  [
    [
      [1, 2],
      [2, 1],
    ],
    "degenerate",
  ],
])("is undefined for %j: %s", (table, reason) => {
  const found = computeIcc(table);
  expect(found).toMatchObject({ icc21: null, icc21Low: null, icc21High: null, reason });
});

it("refuses ragged tables and NaN", () => {
  expect(() => computeIcc([[1, 2], [1]])).toThrow(/2 and 1 scores/);
  expect(() =>
    computeIcc([
      [1, NaN],
      [1, 2],
    ]),
  ).toThrow(/NaN/);
});
