import { describe, expect, it } from "vitest";
import { combineCalibration, computeEce, findBin } from "#lib/metrics/calibration/calibration.ts";

describe("findBin", () => {
  it("puts each twentieth, typed as a decimal or computed, into the bin that ends there", () => {
    for (let i = 1; i <= 20; i += 1) {
      expect(findBin(Number((i * 0.05).toFixed(2)))).toBe(i - 1);
      expect(findBin(Math.min(1, i * 0.05))).toBe(i - 1);
    }
  });

  it("takes numpy's edges, not the decimals they stand for", () => {
    expect(findBin(0.15000000000000002)).toBe(2);
    expect(findBin(0.15000000000000005)).toBe(3);
    expect(findBin(0.25000000000000006)).toBe(5);
    expect(findBin(0.30000000000000004)).toBe(5);
  });

  it("knows no bin for exactly 0, and the first for the smallest number above", () => {
    expect(findBin(0)).toBeNull();
    expect(findBin(-0)).toBeNull();
    expect(findBin(Number.MIN_VALUE)).toBe(0);
    expect(findBin(1)).toBe(19);
    expect(findBin(1, 1)).toBe(0);
  });

  it("never leaves a confidence out, whatever the number of bins", () => {
    for (const bins of [1, 3, 7, 10, 15, 49])
      for (let i = 1; i <= 1000; i += 1) {
        const bin = findBin(i / 1000, bins) as number;
        const high = bin === bins - 1 ? 1 : (bin + 1) * (1 / bins);
        expect(i / 1000 > bin * (1 / bins) && i / 1000 <= high).toBe(true);
      }
  });
});

describe("computeEce", () => {
  it("is 0 where confidence is the share of right answers, and 1 where all sure answers are wrong", () => {
    expect(computeEce([0.5, 0.5], [true, false])).toEqual({ ece: 0, reason: null });
    expect(computeEce([1, 1], [0, 0])).toEqual({ ece: 1, reason: null });
  });

  it("doesn't depend on the order", () => {
    const confidence = [0.62, 0.64, 0.9, 0.33];
    const forwards = computeEce(confidence, [1, 0, 1, 0]).ece;
    expect(computeEce([...confidence].reverse(), [0, 1, 0, 1]).ece).toBeCloseTo(forwards as number, 14);
  });

  it("is undefined without items", () => {
    expect(computeEce([], [])).toEqual({ ece: null, reason: "no_items" });
    expect(combineCalibration([], 0)).toBeNull();
  });

  it("refuses what can't be a confidence", () => {
    expect(() => computeEce([1.2], [1])).toThrow(/confidence is 1.2/);
    expect(() => computeEce([NaN], [1])).toThrow(/NaN/);
    expect(() => computeEce([0.5], [])).toThrow(/1 and 0 values/);
    expect(() => computeEce([0.5], [1], 0)).toThrow(/bins/);
  });
});
