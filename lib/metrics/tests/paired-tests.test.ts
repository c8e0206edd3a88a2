import { describe, expect, it } from "vitest";
import { mcnemarExact, mcnemarMidP } from "#lib/metrics/tests/mcnemar.ts";
import { pairedDifference } from "#lib/metrics/tests/paired-difference.ts";
import { pairedPermutationExact } from "#lib/metrics/tests/paired-permutation.ts";
import { signTest } from "#lib/metrics/tests/sign-test.ts";

describe("McNemar's exact test", () => {
  it("is two-sided and never above 1", () => {
    expect(mcnemarExact(0, 5).p).toBeCloseTo(2 / 32, 15);
    expect(mcnemarExact(5, 0).p).toBe(mcnemarExact(0, 5).p);
    expect(mcnemarExact(3, 4).p).toBe(1);
  });

  it("stands thousands of discordant pairs", () => {
    expect(mcnemarExact(2500, 2600).p).toBeCloseTo(0.16565587842845939, 12);
    expect(mcnemarExact(99_000, 100_000).p).toBeCloseTo(0.025127217688360817, 12);
    expect((mcnemarExact(0, 1000).p as number) / (2 * 2 ** -1000)).toBeCloseTo(1, 10);
    expect(mcnemarExact(0, 5000).p).toBe(0);
    expect(mcnemarExact(499_999, 500_000).p).toBeCloseTo(1, 9);
    expect(mcnemarExact(500_000, 500_001)).toEqual({ p: null, reason: "too_many_pairs" });
  });

  it("refuses what no count can be", () => {
    for (const count of [-1, 0.5, NaN, Infinity]) expect(() => mcnemarExact(count, 1)).toThrow(/onlyFirst/);
  });
});

describe("sign test", () => {
  it("drops ties and turns round when the lists change places", () => {
    expect(signTest([1, 2, 3, 4], [1, 1, 1, 5])).toEqual({ positive: 2, negative: 1, p: 1, reason: null });
    expect(signTest([1, 1, 1, 5], [1, 2, 3, 4])).toEqual({ positive: 1, negative: 2, p: 1, reason: null });
    expect(signTest([], [])).toEqual({ positive: 0, negative: 0, p: 1, reason: null });
    expect(() => signTest([1], [])).toThrow(/1 and 0 values/);
    expect(() => signTest([NaN], [1])).toThrow(/NaN/);
  });
});

describe("exact paired permutation", () => {
  const countOver = (differences: number[]) => {
    const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
    let reached = 0;
    for (let signs = 0; signs < 2 ** differences.length; signs += 1) {
      const sum = differences.reduce((total, d, i) => total + (signs & (1 << i) ? d : -d), 0);
      if (Math.abs(sum) >= observed - 1e-12) reached += 1;
    }
    return reached / 2 ** differences.length;
  };

  it.each([
    [[1]],
    [[0]],
    [[1, -1, 2]],
    [[0.1, 0.2, 0.3, -0.6]],
    [[3, 0, 0, 1, -2, 5, 4]],
    [[-2, -2, -2, 1, 1]],
  ])("counts every sign change of %j", (differences) => {
    const found = pairedPermutationExact(
      differences,
      differences.map(() => 0),
    );
    expect(found.p).toBe(countOver(differences));
  });

  it("reaches as far as it says, and stops there with a reason", () => {
    const ones = (n: number) => new Array<number>(n).fill(1);
    const zeros = (n: number) => new Array<number>(n).fill(0);
    expect(pairedPermutationExact(ones(24), zeros(24))).toEqual({
      meanDifference: 1,
      p: 2 / 2 ** 24,
      reason: null,
    });
    expect(pairedPermutationExact(ones(41), zeros(41))).toEqual({
      meanDifference: 1,
      p: null,
      reason: "too_many_pairs",
    });
  });

  it("sees ties through rounding, at any scale", () => {
    for (const scale of [1, 1e6]) {
      const a = [0.1, 0.2, 0.3].map((value) => value * scale);
      expect(pairedPermutationExact(a, [0, 0, 0]).p).toBe(0.25);
    }
  });

  it("is undefined without pairs", () => {
    expect(pairedPermutationExact([], [])).toEqual({ meanDifference: null, p: null, reason: "no_items" });
    expect(() => pairedPermutationExact([1], [1, 2])).toThrow(/1 and 2 values/);
  });
});

describe("the difference of two raters on the same items", () => {
  it("is Newcombe's own example, and mirrors when they change places", () => {
    const found = pairedDifference({ both: 36, onlyFirst: 12, onlySecond: 2, neither: 0 });
    expect(found.difference).toBeCloseTo(0.2, 12);
    expect([found.low, found.high].map((bound) => bound?.toFixed(4))).toEqual(["0.0569", "0.3404"]);
    const turned = pairedDifference({ both: 36, onlyFirst: 2, onlySecond: 12, neither: 0 });
    expect([turned.low, turned.high]).toEqual([-(found.high ?? 0), -(found.low ?? 0)]);
  });

  it("is no certainty where both are always right", () => {
    const { difference, low, high } = pairedDifference({ both: 40, onlyFirst: 0, onlySecond: 0, neither: 0 });
    expect(difference).toBe(0);
    expect(low).toBeLessThan(-0.05);
    expect(high).toBeGreaterThan(0.05);
    expect(pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }).reason).toBe("no_items");
  });
});

describe("McNemar's mid-p", () => {
  it("counts what was found by half", () => {
    expect(mcnemarMidP(12, 2).p).toBeCloseTo(0.00738525390625, 14);
    expect(mcnemarMidP(3, 3).p).toBeCloseTo(0.84375, 14);
    expect(mcnemarMidP(0, 0).p).toBe(1);
    expect(mcnemarMidP(0, 5).p).toBeCloseTo(1 / 32, 14);
  });
});
