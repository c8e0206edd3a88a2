import { describe, expect, it } from "vitest";
import { computeAuc } from "#lib/metrics/calibration/auc.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { rankAverage } from "#lib/metrics/tests/ranks.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";

const x = [3, 1, 4, 1, 5, 9, 2, 6];
const y = [2, 7, 1, 8, 2, 8, 1, 8];

it("ranks ties at their mean place", () => {
  expect(rankAverage([10, 20, 20, 5])).toEqual([2, 3.5, 3.5, 1]);
  expect(rankAverage([])).toEqual([]);
});

describe.each([
  ["Spearman", (a: number[], b: number[]) => ({ value: spearman(a, b).rho, reason: spearman(a, b).reason })],
  [
    "Kendall",
    (a: number[], b: number[]) => ({ value: kendallTauB(a, b).tau, reason: kendallTauB(a, b).reason }),
  ],
])("%s", (_name, correlate) => {
  it("is symmetric, turns with one list, and sees order only", () => {
    const { value } = correlate(x, y);
    expect(correlate(y, x).value).toBeCloseTo(value as number, 15);
    expect(
      correlate(
        x,
        y.map((each) => -each),
      ).value,
    ).toBeCloseTo(-(value as number), 15);
    expect(
      correlate(
        x.map((each) => Math.exp(each)),
        y,
      ).value,
    ).toBeCloseTo(value as number, 15);
  });

  it("is exactly 1 or -1 for the same or the opposite order, ties included", () => {
    expect(correlate(x, x).value).toBe(1);
    expect(
      correlate(
        x,
        x.map((each) => -each),
      ).value,
    ).toBe(-1);
  });

  it("is undefined for a constant list and for fewer than two pairs", () => {
    expect(correlate([1, 2], [3, 3])).toEqual({ value: null, reason: "constant" });
    expect(correlate([0, -0], [1, 2])).toEqual({ value: null, reason: "constant" });
    expect(correlate([1], [2])).toEqual({ value: null, reason: "too_few_items" });
    expect(correlate([], [])).toEqual({ value: null, reason: "no_items" });
    expect(() => correlate([1, NaN], [1, 2])).toThrow(/NaN/);
    expect(() => correlate([1], [1, 2])).toThrow(/1 and 2 values/);
  });
});

it("counts Kendall's pairs as looking at each pair does", () => {
  let [concordant, discordant, tiedX, tiedY] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i += 1)
    for (let j = 0; j < i; j += 1) {
      const product = ((x[i] as number) - (x[j] as number)) * ((y[i] as number) - (y[j] as number));
      if (product > 0) concordant += 1;
      if (product < 0) discordant += 1;
      if (x[i] === x[j]) tiedX += 1;
      if (y[i] === y[j]) tiedY += 1;
    }
  const tau = (concordant - discordant) / Math.sqrt((28 - tiedX) * (28 - tiedY));
  expect(kendallTauB(x, y).tau).toBeCloseTo(tau, 15);
});

describe("AUC", () => {
  it("is 1 when all positives score higher, and turns round with the labels", () => {
    expect(computeAuc([1, 2, 3], [0, 0, 1])).toEqual({ auc: 1, reason: null });
    const labels = [1, 0, 1, 0, 0, 1, 1, 0] as const;
    const turned = labels.map((label) => label === 0);
    expect(computeAuc(x, turned).auc).toBeCloseTo(1 - (computeAuc(x, labels).auc as number), 15);
  });

  it("is undefined with one class or none", () => {
    expect(computeAuc([1, 2], [true, true])).toEqual({ auc: null, reason: "one_class" });
    expect(computeAuc([], [])).toEqual({ auc: null, reason: "no_items" });
    expect(() => computeAuc([1], [2 as 1])).toThrow(/not 0 or 1/);
  });
});
