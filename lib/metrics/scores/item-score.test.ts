import { describe, expect, it } from "vitest";
import { fairCredit, fairRank, scoreOptions } from "#lib/metrics/scores/item-score.ts";

describe("scoreOptions", () => {
  it("gives every part of a plain item", () => {
    expect(scoreOptions([0.1, 0.6, 0.3], 2)).toEqual({
      choice: 1,
      correct: false,
      confidence: 0.6,
      rank: 2,
      above: 1,
      tied: 1,
      squaredError: 0.1 ** 2 + 0.6 ** 2 + (0.3 - 1) ** 2,
      options: 3,
      bin: 11,
    });
  });

  it("chooses the first of equal options and ranks the last of them highest", () => {
    expect(scoreOptions([0.5, 0.5], 0)).toMatchObject({
      choice: 0,
      correct: true,
      rank: 2,
      above: 0,
      tied: 2,
    });
    expect(scoreOptions([0.5, 0.5], 1)).toMatchObject({
      choice: 0,
      correct: false,
      rank: 1,
      above: 0,
      tied: 2,
    });
  });

  it("drops options without a probability, the right answer too", () => {
    expect(scoreOptions([null, 0.4, 0.4], 2)).toMatchObject({ choice: 1, rank: 1, tied: 2, options: 2 });
    const unranked = scoreOptions([0.5, null], 1);
    expect(unranked).toMatchObject({
      correct: false,
      rank: null,
      above: null,
      tied: null,
      squaredError: 0.25,
    });
  });

  it("is nothing without any probability", () => {
    expect(scoreOptions([null, null], 0)).toBeNull();
    expect(scoreOptions([], [])).toBeNull();
  });

  it("lies in no bin when every probability is 0", () => {
    expect(scoreOptions([0, 0], 0)).toMatchObject({ choice: 0, correct: true, confidence: 0, bin: null });
  });

  it("takes the better place of two right options, and never reaches an answer that is none", () => {
    expect(scoreOptions([0.2, 0.5, 0.3], [0, 2])).toMatchObject({ rank: 2, above: 1 });
    expect(scoreOptions([0.2, 0.5], [])).toMatchObject({ correct: false, rank: null });
  });

  it("refuses probabilities that are none and places that don't exist", () => {
    expect(() => scoreOptions([0.5, NaN], 0)).toThrow(/not_a_number|NaN/);
    expect(() => scoreOptions([-0.1, 1.1], 0)).toThrow(/probability is -0.1/);
    expect(() => scoreOptions([0.5, 0.5], 2)).toThrow(/not the position/);
    expect(() => scoreOptions([0.5, 0.5], 0.5)).toThrow(/not the position/);
  });
});

describe("fair ties", () => {
  it("share the credit of the places they hold", () => {
    expect([1, 2, 3, 4].map((k) => fairCredit(0, 4, k))).toEqual([0.25, 0.5, 0.75, 1]);
    expect([1, 2, 3].map((k) => fairCredit(1, 1, k))).toEqual([0, 1, 1]);
    expect(fairRank(1, 3)).toBe(3);
  });

  it("are worth what all ways of breaking them are worth on average", () => {
    const rank = [0, 1, 2].map((gold) => scoreOptions([0.3, 0.3, 0.3], gold)?.rank ?? NaN);
    expect(rank.reduce((sum, each) => sum + each, 0) / 3).toBe(fairRank(0, 3));
  });
});
