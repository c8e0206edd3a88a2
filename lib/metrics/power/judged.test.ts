import { describe, expect, test } from "vitest";
import reference from "#lib/metrics/oracle/reference/judged-power.json" with { type: "json" };
import {
  noiseOfShare,
  powerOfMean,
  powerOfPreference,
  powerOfShare,
  type JudgedLayout,
  type JudgedSpreads,
} from "#lib/metrics/power/judged.ts";

type Assumptions = JudgedSpreads & { share?: number; noiseSd?: number };

function compute({ assumed, design }: { assumed: Assumptions; design: Omit<JudgedLayout, "sharedGroups"> }) {
  const layout = { ...design, sharedGroups: design.groups };
  const { share, noiseSd = 0, ...spreads } = assumed;
  return share === undefined
    ? powerOfMean({ ...spreads, noiseSd }, layout)
    : powerOfShare({ ...spreads, share }, layout);
}

describe("against studies that numpy drew", () => {
  for (const one of reference.cases)
    test(one.name, () => {
      const { half, difference } = compute(one);
      const { found } = one;
      // A mean's interval is drawn with the ends of its scale, which the plan leaves out: a wide one is a little narrower.
      const byEnds = "share" in one.assumed ? 1 : Math.sqrt(1 + (found.half / 2) ** 2);
      expect((half ?? 0) / byEnds / found.half).toBeGreaterThan(0.97);
      expect((half ?? 0) / byEnds / found.half).toBeLessThan(1.04);
      expect((difference ?? 0) / found.difference).toBeGreaterThan(0.95);
      expect((difference ?? 0) / found.difference).toBeLessThan(1.05);
      expect(found.coverage).toBeGreaterThan(0.92);
      expect(found.coverage).toBeLessThan(0.97);
    });
});

const layout: JudgedLayout = {
  groups: 50,
  casesEach: 1,
  ratersEach: 5,
  raters: 5,
  isWhole: true,
  sharedGroups: 50,
};
const ratings = { caseSd: 0.8, raterSd: 0.3, noiseSd: 0.7, alpha: 0.5 };
const labels = { share: 0.5, caseSd: 0.25, raterSd: 0.1, alpha: 0.3 };

test("severity of raters who read both origins cancels from their difference, and so do groups", () => {
  const of = (change: Partial<typeof ratings>) => powerOfMean({ ...ratings, ...change }, layout);
  expect(of({ raterSd: 1 }).difference).toBe(of({ raterSd: 0 }).difference);
  expect(of({ raterSd: 1 }).half).toBeGreaterThan(of({ raterSd: 0 }).half ?? 1);
  expect(of({ alpha: 1 }).difference).toBeLessThan(of({ alpha: 0 }).difference ?? 0);
  const apart = powerOfMean({ ...ratings, raterSd: 1 }, { ...layout, isWhole: false });
  expect(apart.difference).toBeGreaterThan(of({ raterSd: 1 }).difference ?? 1);
});

test("a group of cases that are all alike is worth one case, however many it has", () => {
  const of = (casesEach: number) =>
    powerOfMean({ ...ratings, alpha: 1, noiseSd: 0, raterSd: 0 }, { ...layout, casesEach }).half;
  expect(of(8)).toBeCloseTo(of(1) ?? 0, 12);
});

test("a share never varies less than draws of their own, and assumptions that exceed it are refused", () => {
  const alike = powerOfShare({ ...labels, caseSd: 0, raterSd: 0 }, layout).half ?? 0;
  expect(alike).toBeGreaterThan(1.96 * Math.sqrt(0.25 / 250) * 0.98);
  expect(noiseOfShare(labels)).toBeCloseTo(0.1775, 12);
  expect(() => powerOfShare({ ...labels, share: 0.05 }, layout)).toThrow("left to a single answer");
});

test("says why there is nothing to say", () => {
  const reasonOf = (change: Partial<JudgedLayout>) => powerOfMean(ratings, { ...layout, ...change });
  expect(reasonOf({ raters: 1, ratersEach: 1 })).toMatchObject({ half: null, reason: "too_few_raters" });
  expect(reasonOf({ groups: 1, casesEach: 40 })).toMatchObject({ half: null, reason: "too_few_groups" });
  expect(reasonOf({ groups: 8 })).toMatchObject({ half: null, reason: "no_headline" });
  const alone = reasonOf({ sharedGroups: null });
  expect(alone.half).toBeGreaterThan(0.3);
  expect(alone).toMatchObject({ reason: null, difference: null, differenceReason: "one_origin" });
  expect(reasonOf({ sharedGroups: 5 })).toMatchObject({
    difference: null,
    differenceReason: "too_few_shared",
  });
});

test("a preference is found where it is further from half than its interval reaches", () => {
  const { half, difference } = powerOfPreference(labels, layout);
  expect((difference ?? 0) / (half ?? 1)).toBeCloseTo((2.0096 + 0.8489) / 2.0096, 3);
});
