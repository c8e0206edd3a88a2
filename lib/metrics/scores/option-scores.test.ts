import { describe, expect, it } from "vitest";
import { scoreOptions, type ItemScore } from "#lib/metrics/scores/item-score.ts";
import { inferMissing, optionScoresMissingProbability } from "#lib/metrics/scores/missing-probability.ts";
import { optionScores, optionScoresFairTies } from "#lib/metrics/scores/option-scores.ts";
import { combineScores, poolSums, sumScores } from "#lib/metrics/scores/score-sums.ts";

const item = (probabilities: (number | null)[] | null, gold: string | null = "A") => ({
  options: ["A", "B", "C"],
  probabilities,
  gold,
});

describe("optionScores", () => {
  it("scores the items that have an answer and a right answer, and no others", () => {
    const scores = optionScores([
      item([1, 0, 0]),
      item(null),
      item([null, null, null]),
      item([1, 0, 0], null),
    ]);
    expect(scores).toMatchObject({
      scored: 1,
      top1: 1,
      top2: 1,
      meanRank: 1,
      ece: 0,
      brierPerItem: 0,
      f1: 1,
    });
    expect(scores.reason).toBeNull();
  });

  it("says why nothing is there", () => {
    expect(optionScores([])).toMatchObject({ scored: 0, top1: null, f1: null, reason: "no_items" });
    expect(optionScores([]).fair).toEqual({ top1: null, top2: null, meanRank: null, reason: "no_items" });
    const unranked = optionScores([item([null, 0.5, 0.5])]);
    expect(unranked).toMatchObject({ top1: 0, top2: 0, meanRank: null, reason: "no_ranks" });
  });

  it("has a per-item Brier score of K times the per-option one, and an F1 of 0 when nothing is right", () => {
    const { brierPerItem, brierPerOption, f1 } = optionScores([
      item([0.1, 0.2, 0.7]),
      item([0.2, 0.5, 0.3], "C"),
    ]);
    expect(brierPerItem).toBeCloseTo(3 * (brierPerOption as number), 15);
    expect(f1).toBe(0);
  });

  it("refuses two options of one name, and a right answer that is none", () => {
    const twice = { options: ["A", "A"], probabilities: [0.4, 0.6], gold: "A" };
    expect(() => optionScores([twice])).toThrow(expect.objectContaining({ code: "duplicate_option" }));
    expect(() => optionScores([item([1, 0, 0], "Z")])).toThrow(
      expect.objectContaining({ code: "not_an_option" }),
    );
    expect(() => optionScores([item([1, 0])])).toThrow(expect.objectContaining({ code: "unequal_lengths" }));
    expect(optionScores([twice], { names: "reference" })).toMatchObject({ top1: 1, meanRank: 1 });
    expect(optionScores([item([1, 0, 0], "Z")], { names: "reference" })).toMatchObject({
      scored: 1,
      top1: 0,
    });
  });

  it("gives no more for ties than chance does", () => {
    const third = 1 / 3;
    const fair = optionScoresFairTies(["A", "B", "C"].map((gold) => item([third, third, third], gold)));
    expect(fair).toMatchObject({ scored: 3, meanRank: 2, reason: null });
    expect(fair.top1).toBeCloseTo(third, 15);
    expect(fair.top2).toBeCloseTo(2 * third, 15);
  });
});

describe("sums", () => {
  const scores = [
    [0.7, 0.2, 0.1],
    [0.3, 0.3, 0.4],
    [null, 0.5, 0.5],
    [0, 0, 0],
    [0.25, 0.5, 0.25],
  ].map((probabilities, i) => scoreOptions(probabilities, i % 3) as ItemScore);

  it("of groups, pooled, are the sums of all items together", () => {
    const together = combineScores(sumScores(scores));
    const pooled = combineScores(poolSums([sumScores(scores.slice(0, 2)), sumScores(scores.slice(2))]));
    expect(pooled.scored).toBe(5);
    for (const name of ["top1", "top2", "meanRank", "ece", "brierPerOption", "brierPerItem", "f1"] as const)
      expect(pooled[name]).toBeCloseTo(together[name] as number, 14);
    expect(pooled.fair.meanRank).toBeCloseTo(together.fair.meanRank as number, 14);
  });

  it("of no groups are the sums of no items", () => {
    expect(combineScores(poolSums([]))).toMatchObject({
      scored: 0,
      top1: null,
      ece: null,
      reason: "no_items",
    });
  });

  it("count an item without a bin among all items only", () => {
    const sums = sumScores(scores);
    expect(sums.n).toBe(5);
    expect(sums.bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(4);
  });
});

describe("a missing probability", () => {
  it("is what the others leave, and still ties with its equals", () => {
    expect(inferMissing([0.1, 0.2, 0.3, 0.3, null])).toEqual([0.1, 0.2, 0.3, 0.3, 0.1]);
    expect(inferMissing([null, 0.5])).toEqual([0.5, 0.5]);
    expect(inferMissing([0.9, 0.3, null])).toEqual([0.9, 0.3, 0]);
  });

  it("stays missing where it isn't the only one, or the only option", () => {
    for (const left of [[0.5, null, null], [null, null], [null], [0.4, 0.6], []])
      expect(inferMissing(left)).toEqual(left);
  });

  it("changes the scores of the repaired reading only", () => {
    const both = optionScoresMissingProbability([item([0.1, 0.2, null], "C"), item(null)]);
    expect(both.upstream).toMatchObject({ scored: 1, top1: 0, meanRank: null });
    expect(both.inferred).toMatchObject({ scored: 1, top1: 1, meanRank: 1 });
  });
});
