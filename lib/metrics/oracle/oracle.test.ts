import { describe, expect, it, test } from "vitest";
import { checkCase, checkCases, listCases } from "#lib/metrics/oracle/oracle.ts";
import reference from "#lib/metrics/oracle/reference/metrics.json" with { type: "json" };
import rasch from "#lib/metrics/oracle/reference/rasch.json" with { type: "json" };
import ratings from "#lib/metrics/oracle/reference/ratings.json" with { type: "json" };
import reviews from "#lib/metrics/oracle/reference/reviews.json" with { type: "json" };
import twoWay from "#lib/metrics/oracle/reference/two-way.json" with { type: "json" };

describe("reference case", () => {
  const cases = [reference, twoWay, rasch, ratings, reviews].flatMap(
    (file): { name: string }[] => file.cases,
  );
  test.each(cases.map((each) => [each.name, each] as const))("%s", (_name, each) => {
    expect(checkCase(each)).toEqual([]);
  });
});

const wilson = (expected: unknown, input: unknown = { successes: 5, n: 10 }) => ({
  name: "w",
  metric: "wilson_interval",
  input,
  expected,
  tolerance: 1e-6,
});

describe("a case that doesn't fit", () => {
  it("fails with every key that differs, and what was found", () => {
    const [low, high, ...more] = checkCase(wilson({ low: 0.3, high: null }));
    expect(low).toMatchObject({ name: "w", key: "low", expected: 0.3 });
    expect(low?.got).toBeCloseTo(0.236593, 6);
    expect(high).toMatchObject({ key: "high", expected: null });
    expect(more).toEqual([]);
  });

  it("fails where null was found but a number, or a key we don't have, was expected", () => {
    const nothing = { successes: 0, n: 0 };
    expect(checkCase(wilson({ low: 0 }, nothing))).toEqual([
      { name: "w", key: "low", expected: 0, got: null },
    ]);
    expect(checkCase(wilson({ middle: null }))).toEqual([
      { name: "w", key: "middle", expected: null, got: undefined },
    ]);
  });

  it("compares lists and objects inside", () => {
    const each = { name: "p", metric: "p_adjust", input: { p: [0.5] }, tolerance: 0 };
    expect(checkCase({ ...each, expected: { holm: [0.5], bh: [0.5] } })).toEqual([]);
    expect(checkCase({ ...each, expected: { holm: [0.4] } })).toMatchObject([{ key: "holm.0" }]);
    expect(checkCase({ ...each, expected: { holm: [0.5, 0.5] } })).toMatchObject([{ key: "holm" }]);
    expect(checkCase({ ...each, expected: { holm: { a: 1 } } })).toMatchObject([{ key: "holm" }]);
  });

  it.each([
    ["a metric nobody knows", { ...wilson({ low: 0 }), metric: "toString" }, /unknown metric "toString"/],
    ["no metric", { name: "w", input: {}, expected: { low: 0 } }, /names no metric/],
    ["no input", wilson({ low: 0 }, null), /no input/],
    ["nothing expected", wilson({}), /expects nothing/],
    ["a tolerance in words", { ...wilson({ low: 0 }), tolerance: "small" }, /tolerance/],
    ["an input of another shape", wilson({ low: 0 }, { successes: "5", n: 10 }), /successes is not a number/],
    ["an input that can't be scored", wilson({ low: null }, { successes: 11, n: 10 }), /successes is 11/],
    ["no object", 7, /not an object/],
  ])("fails with a message: %s", (_what, each, message) => {
    const [failure, ...more] = checkCase(each, 3);
    expect(failure?.message).toMatch(message);
    expect(more).toEqual([]);
  });

  it("is counted once, whatever the number of its differences", () => {
    const report = checkCases([wilson({ low: 9, high: 9 }), wilson({ low: 0.236593 })]);
    expect(report.passed).toBe(1);
    expect(report.failures.map((found) => found.length)).toEqual([2]);
  });
});

describe("other shapes of input", () => {
  const passes = (metric: string, input: unknown, expected: unknown) =>
    expect(checkCase({ name: "x", metric, input, expected, tolerance: 1e-12 })).toEqual([]);

  it("reads annotators as texts, lists with null or objects by item", () => {
    const expected = { annotators: ["a", "b", "c"], advantage: [1, 1, 1], winningRate: 1, passes: true };
    const settings = { epsilon: 0.2, minItemsPerHuman: 2 };
    passes("alt_test", { ...settings, humans: { a: "XY-", b: "XYX", c: "XYX" }, model: "XYX" }, expected);
    const list = ["X", "Y", null];
    passes("alt_test", { ...settings, humans: { a: list, b: "XYX", c: "XYX" }, model: "XYX" }, expected);
    const byItem = { i: "X", j: "Y" };
    const all = { ...byItem, k: "X" };
    passes("alt_test", { ...settings, humans: { a: byItem, b: all, c: all }, model: all }, expected);
    passes(
      "alt_test",
      { ...settings, scoring: "neg_rmse", humans: { a: "12-", b: "121", c: [1, 2, 1] }, model: "121" },
      expected,
    );
  });

  it("takes labels as texts or numbers, and probabilities for fewer options than there are", () => {
    passes("cohen_kappa", { a: [1, 2], b: ["1", "2"] }, { kappa: 1 });
    const items = [{ options: ["A", "B", "C", null], probs: [0.2, 0.8], gt: "B" }];
    passes("option_scores", { items }, { scored: 1, top1: 1, brierPerItem: 0.08 });
    passes("mcq_reward", { choices: ["near-miss", "nearMiss", "plausible misconception"] }, { reward: -0.5 });
  });

  it("finds the cases in a bare list, and none in anything else", () => {
    expect(listCases([1])).toEqual([1]);
    expect(listCases({ cases: [] })).toEqual([]);
    for (const other of [null, 3, "cases", {}, { cases: {} }]) expect(listCases(other)).toBeNull();
  });
});
