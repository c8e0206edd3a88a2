import { describe, expect, it } from "vitest";
import {
  contradictionRatio,
  labelRatios,
  type EntailmentLabel,
} from "#lib/metrics/scores/contradiction-ratio.ts";
import { mcqReward, mcqRewardFromShares } from "#lib/metrics/scores/mcq-reward.ts";
import { personalitySimilarity, type TraitLevel } from "#lib/metrics/scores/personality-similarity.ts";

describe("multiple-choice reward", () => {
  it("is the same from choices as from their shares", () => {
    const choices = ["correct", "correct", "opposite_negation", "near_miss", "another"];
    const { accuracy, reward } = mcqReward(choices);
    const shares = { correct: 0.4, opposite: 0.2, nearMiss: 0.2, misconception: 0.2 };
    expect(mcqRewardFromShares(shares).reward).toBeCloseTo(reward as number, 15);
    expect(mcqRewardFromShares(shares).accuracy).toBe(accuracy);
    expect(reward).toBe(0);
  });

  it("is undefined without choices and refuses percentages", () => {
    expect(mcqReward([])).toEqual({ accuracy: null, reward: null, reason: "no_items" });
    const shares = { correct: 85.4, opposite: 0, nearMiss: 0, misconception: 0 };
    expect(() => mcqRewardFromShares(shares)).toThrow(/correct is 85.4/);
  });
});

describe("personality similarity", () => {
  const neutral = { O: "neutral", C: "neutral", E: "neutral", A: "neutral", N: "neutral" } as const;

  it("loses a tenth a step, in either direction", () => {
    expect(personalitySimilarity(neutral, { ...neutral, O: "high" }).similarity).toBe(0.9);
    expect(personalitySimilarity({ ...neutral, O: "low" }, { ...neutral, O: "high" }).similarity).toBe(0.8);
  });

  it("is undefined with a trait missing, and refuses a level that is none", () => {
    const missing = { similarity: null, reason: "missing_traits" };
    expect(personalitySimilarity(neutral, { ...neutral, N: null })).toEqual(missing);
    expect(personalitySimilarity({}, neutral)).toEqual(missing);
    expect(() => personalitySimilarity(neutral, { ...neutral, O: "High" as TraitLevel })).toThrow(/"High"/);
  });
});

describe("contradiction ratio", () => {
  it("is a share of all responses", () => {
    expect(contradictionRatio(["contradiction", "neutral"])).toEqual({ ratio: 0.5, reason: null });
    expect(contradictionRatio([])).toEqual({ ratio: null, reason: "no_items" });
    expect(() => contradictionRatio(["maybe" as EntailmentLabel])).toThrow(/"maybe"/);
  });

  it("is told of each part, and of a part without labels why there is none", () => {
    const given = { isGiven: [1, 0, 0, 1], group: Int32Array.of(0, 1, 2, 3) };
    const found = labelRatios(given, Int32Array.of(0, 0, 0, 2), 3);
    expect(found.map(({ mean, n, reason }) => [mean, n, reason])).toEqual([
      [1 / 3, 3, null],
      [null, 0, "no_items"],
      [1, 1, "too_few_groups"],
    ]);
  });
});
