import { describe, expect, test } from "vitest";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { accuracyOf, expectChecks, rateOf } from "#lib/reviews/plan/coverage.ts";
import { coverageSchema } from "#lib/reviews/plan/schema.ts";

const wilson = coverageSchema.parse({});
const estimate = coverageSchema.parse({ by: "estimate" });
const after = (right: number, reviewed: number) => ({ decided: 50, reviewed, right });

describe("how much is checked", () => {
  test("all of the first fifty, whatever they came to", () => {
    for (const decided of [0, 1, 49])
      expect(rateOf(estimate, { decided, reviewed: decided, right: decided })).toEqual({
        rate: 1,
        band: null,
      });
    expect(rateOf(estimate, { decided: 50, reviewed: 50, right: 50 })).toEqual({ rate: 0.05, band: 2 });
  });

  // The paper's bands, at their edges.
  test.each([
    [0, 100, 1, 0],
    [919, 1000, 1, 0],
    [920, 1000, 0.5, 1],
    [935, 1000, 0.4, 1],
    [950, 1000, 0.1, 2],
    [975, 1000, 0.075, 2],
    [1000, 1000, 0.05, 2],
  ])("%i right of %i, by estimate: %d", (right, reviewed, rate, band) => {
    const found = rateOf(estimate, after(right, reviewed));
    expect(found.band).toBe(band);
    expect(found.rate).toBeCloseTo(rate, 12);
  });

  test("by Wilson's lower bound, what few checks say is believed less", () => {
    expect(accuracyOf(wilson, { right: 50, reviewed: 50 })).toBe(wilsonInterval(50, 50).low);
    // All of fifty right: between 92.9 and 100 %, so that about half is checked.
    expect(rateOf(wilson, after(50, 50))).toMatchObject({ band: 1 });
    expect(rateOf(wilson, after(50, 50)).rate).toBeCloseTo(0.4423, 4);
    expect(rateOf(wilson, after(49, 50))).toEqual({ rate: 1, band: 0 });
    expect(rateOf(wilson, after(300, 300)).band).toBe(2);
  });

  test("all, of whom nothing has been checked", () => {
    expect(accuracyOf(wilson, { right: 0, reviewed: 0 })).toBeNull();
    expect(rateOf(wilson, after(0, 0))).toEqual({ rate: 1, band: 0 });
  });

  test("costs more by Wilson than by the estimate, and all where somebody is often wrong", () => {
    const items = 3000;
    const [ours, papers] = [wilson, estimate].map((coverage) =>
      expectChecks(coverage, { items, accuracy: 0.97 }),
    );
    expect(papers).toBeGreaterThan(50);
    expect(ours).toBeGreaterThan(papers ?? 0);
    expect(expectChecks(wilson, { items: 400, accuracy: 0.8 })).toBe(400);
  });
});

describe("bands", () => {
  const band = (from: number) => ({ from, rateFrom: 1, rateTo: 1 });

  test.each([
    [[], "empty"],
    [[band(0.1)], "first_not_zero"],
    [[band(0), band(0.9), band(0.9)], "not_ascending"],
    [[band(0), band(1)], "too_large"],
  ])("%j: %s", (bands, code) => {
    const parsed = coverageSchema.safeParse({ bands });
    expect(parsed.error?.issues.map(({ message }) => message)).toContain(code);
  });
});
