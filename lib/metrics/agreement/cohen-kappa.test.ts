import { describe, expect, it } from "vitest";
import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";

/** Choices are numbers from 0, -1 where there is none. */
const cohenKappa = (a: number[], b: number[], level?: number) =>
  cohenKappaInterval(tabulatePair(Int8Array.from(a), Int8Array.from(b)), level);

describe("Cohen's kappa", () => {
  it("is the same whoever is called the first rater, and whatever the options are called", () => {
    const a = [0, 0, 1, 2, 2, 0];
    const b = [0, 1, 1, 2, 0, 0];
    const there = cohenKappa(a, b);
    expect(cohenKappa(b, a).kappa).toBe(there.kappa);
    expect(cohenKappa(b, a).se).toBeCloseTo(there.se as number, 14);
    const renamed = (choices: number[]) => choices.map((choice) => (choice + 4) % 5);
    expect(cohenKappa(renamed(a), renamed(b)).kappa).toBe(there.kappa);
    expect(cohenKappa(renamed(a), renamed(b)).se).toBeCloseTo(there.se as number, 14);
  });

  it("is exactly 1 with no error when all agree, and -1 when two categories always change places", () => {
    expect(cohenKappa([1, 2, 3], [1, 2, 3])).toMatchObject({ kappa: 1, se: 0, ciLow: 1, ciHigh: 1 });
    expect(cohenKappa([1, 2], [2, 1])).toMatchObject({ agreement: 0, kappa: -1 });
  });

  it("leaves out pairs with a missing rating", () => {
    const gaps = cohenKappa([0, -1, 1, 1], [0, 0, -1, 1]);
    expect(gaps).toMatchObject({ agreement: 1, kappa: 1, reason: null });
  });

  it("is undefined without pairs and with one category", () => {
    expect(cohenKappa([], [])).toMatchObject({ agreement: null, kappa: null, se: null, reason: "no_items" });
    expect(cohenKappa([-1], [0])).toMatchObject({ kappa: null, reason: "no_items" });
    expect(cohenKappa([0], [0])).toMatchObject({ agreement: 1, kappa: null, reason: "one_category" });
  });

  it("widens its interval with the level, beyond 1 if need be", () => {
    const a = [1, 1, 2, 2, 1, 2];
    const b = [1, 1, 2, 2, 1, 1];
    const { ciHigh } = cohenKappa(a, b, 0.99);
    expect(ciHigh).toBeGreaterThan(cohenKappa(a, b).ciHigh as number);
    expect(ciHigh).toBeGreaterThan(1);
  });

  it("refuses lists of different lengths", () => {
    expect(() => cohenKappa([1], [1, 2])).toThrow(expect.objectContaining({ code: "unequal_lengths" }));
  });
});

describe("weighted kappa", () => {
  it("equals Cohen's with two categories, under either weights", () => {
    const a = [0, 0, 1, 1, 1, 0, 1];
    const b = [0, 1, 1, 1, 0, 0, 1];
    const { kappa } = cohenKappa(a, b);
    expect(weightedKappa(a, b, [0, 1], "linear").kappa).toBeCloseTo(kappa as number, 14);
    expect(weightedKappa(a, b, [0, 1], "quadratic").kappa).toBeCloseTo(kappa as number, 14);
  });

  it("goes by the declared order: a far miss costs more", () => {
    const a = ["low", "mid", "high", "low"];
    const near = weightedKappa(a, ["mid", "mid", "high", "low"], ["low", "mid", "high"], "quadratic").kappa;
    const far = weightedKappa(a, ["high", "mid", "high", "low"], ["low", "mid", "high"], "quadratic").kappa;
    expect(near).toBeGreaterThan(far as number);
  });

  it("is undefined where nothing varies, 0 where only the one rater does", () => {
    expect(weightedKappa([1], [1], [1], "linear")).toEqual({ kappa: null, reason: "one_category" });
    expect(weightedKappa([], [], [1, 2], "linear")).toEqual({ kappa: null, reason: "no_items" });
    expect(weightedKappa([1, 1], [1, 2], [1, 2], "linear")).toEqual({ kappa: 0, reason: null });
    expect(() => weightedKappa([1], [3], [1, 2], "linear")).toThrow(/3 is not a declared category/);
  });
});
