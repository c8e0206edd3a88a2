import { describe, expect, it } from "vitest";
import { accuracyOf, rateAt, rateOf, strategyOf, type CoverageRule } from "#lib/metrics/review/coverage.ts";
import { expectChecks } from "#lib/metrics/review/expected-checks.ts";
import figures from "#lib/published/figures.json" with { type: "json" };

const byEstimate: CoverageRule = {
  first: 50,
  by: "estimate",
  bands: [
    { from: 0, rateFrom: 1, rateTo: 1 },
    { from: 0.92, rateFrom: 0.5, rateTo: 0.3 },
    { from: 0.95, rateFrom: 0.1, rateTo: 0.05 },
  ],
};
const byWilson: CoverageRule = { ...byEstimate, by: "wilson" };

describe("the rate of a draw", () => {
  it("gives InterviewSim's annotators the strategies that its Table 5 prints", () => {
    for (const { accuracyPercent, qaStrategy } of figures.interviewsim.table5.rows) {
      const strategy = strategyOf(rateAt(byEstimate.bands, accuracyPercent / 100).rate);
      expect({ full: "Full QA", heavy: "Heavy sampling", light: "Light sampling", none: "" }[strategy]).toBe(
        qaStrategy,
      );
    }
  });

  it("falls in a line through a band, and begins anew at the next", () => {
    const at = (accuracy: number) => rateAt(byEstimate.bands, accuracy).rate;
    expect(at(0.919)).toBe(1);
    expect(at(0.92)).toBe(0.5);
    expect(at(0.935)).toBeCloseTo(0.4, 12);
    expect(at(0.95)).toBe(0.1);
    expect(at(1)).toBeCloseTo(0.05, 12);
  });

  it("is 1 for the first, and as for the worst of whom nothing was checked yet", () => {
    expect(rateOf(byEstimate, { decided: 49, right: 49, reviewed: 49 })).toEqual({ rate: 1, band: null });
    expect(rateOf(byEstimate, { decided: 80, right: 0, reviewed: 0 })).toEqual({ rate: 1, band: 0 });
    expect(rateOf(byEstimate, { decided: 50, right: 49, reviewed: 50 }).band).toBe(2);
    expect(accuracyOf(byEstimate, { right: 0, reviewed: 0 })).toBeNull();
  });

  it("by Wilson's lower bound waits until enough was checked", () => {
    expect(rateOf(byWilson, { decided: 50, right: 49, reviewed: 50 })).toEqual({ rate: 1, band: 0 });
    expect(rateOf(byWilson, { decided: 2000, right: 980, reviewed: 1000 }).band).toBe(2);
  });

  it.each([
    [1, "full"],
    [0.5, "heavy"],
    [0.3, "heavy"],
    [0.1, "light"],
    [0.05, "light"],
    [0, "none"],
  ] as const)("%f is called %s", (rate, strategy) => expect(strategyOf(rate)).toBe(strategy));
});

describe("what a rule costs", () => {
  it("is every decision where all are checked", () => {
    const all = { ...byEstimate, bands: [{ from: 0, rateFrom: 1, rateTo: 1 }] };
    expect(expectChecks({ decisions: 300, accuracy: 0.9 }, all)).toEqual({
      checks: 300,
      low: 300,
      high: 300,
      share: 1,
    });
    expect(expectChecks({ decisions: 0, accuracy: 0.9 }, all)).toMatchObject({ checks: 0, share: 0 });
  });

  it("is the first and the rate of the rest where accuracy can't move it", () => {
    const fixed = { ...byEstimate, bands: [{ from: 0, rateFrom: 0.2, rateTo: 0.2 }] };
    const { checks, low, high } = expectChecks({ decisions: 1050, accuracy: 0.9 }, fixed, { paths: 2000 });
    expect(Math.abs(checks - 250)).toBeLessThan(2);
    expect(low).toBeLessThan(250);
    expect(high).toBeGreaterThan(250);
  });

  it("is more by Wilson's bound than by the estimate, and the same each time", () => {
    const plan = { decisions: 2900, accuracy: 0.97 };
    const [wilson, estimate] = [expectChecks(plan, byWilson), expectChecks(plan, byEstimate)];
    expect(wilson.checks).toBeGreaterThan(estimate.checks);
    expect(expectChecks(plan, byWilson)).toEqual(wilson);
  });
});
