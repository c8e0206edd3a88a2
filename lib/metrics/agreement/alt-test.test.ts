import { describe, expect, it } from "vitest";
import { altTest, type AltTestInput } from "#lib/metrics/agreement/alt-test.ts";

const repeat = (labels: string, times = 10) =>
  [...labels.repeat(times)].map((each) => (each === "-" ? null : each));
const settings: Pick<AltTestInput, "scoring" | "epsilon"> = { scoring: "accuracy", epsilon: 0.1 };

describe("altTest", () => {
  it("finds a model that always disagrees no substitute for humans who always agree", () => {
    const same = repeat("ABC");
    const found = altTest({ ...settings, humans: { a: same, b: same }, model: repeat("BCA") });
    expect(found).toMatchObject({ winningRate: 0, advantageProbability: 0, passes: false, pValues: [1, 1] });
  });

  it("doesn't reject where the constant difference is just epsilon", () => {
    const same = repeat("ABC");
    const input = { ...settings, epsilon: 0, humans: { a: same, b: same }, model: same };
    expect(altTest(input)).toMatchObject({
      pValues: [1, 1],
      rejected: [false, false],
      advantageProbability: 1,
    });
  });

  it("passes at half of the annotators", () => {
    const humans = { a: repeat("AAAB"), b: repeat("AAAB"), c: repeat("BBBA"), d: repeat("BBBA") };
    const found = altTest({ ...settings, humans, model: repeat("AAAB") });
    expect(found.rejected.filter(Boolean).length / 4).toBe(found.winningRate);
    expect(found.passes).toBe((found.winningRate as number) >= 0.5);
  });

  it("keeps items with a model answer and enough ratings, and annotators with enough items", () => {
    const humans = { a: repeat("AB-"), b: repeat("ABC"), c: repeat("A--") };
    const found = altTest({ ...settings, humans, model: repeat("ABC"), minItemsPerHuman: 20 });
    expect(found.annotators).toEqual(["a", "b"]);
    const unanswered = altTest({ ...settings, humans, model: repeat("A--"), minItemsPerHuman: 11 });
    expect(unanswered).toMatchObject({
      winningRate: null,
      passes: null,
      annotators: [],
      reason: "too_few_items",
    });
  });

  it("compares nobody with no others, whatever minimum is given", () => {
    const input = { ...settings, humans: { a: repeat("AB") }, model: repeat("AB"), minItemsPerHuman: 1 };
    expect(altTest({ ...input, minHumansPerItem: 1 })).toMatchObject({
      winningRate: null,
      reason: "no_items",
    });
  });

  it("has no p-value for a single item, and doesn't count it as a win", () => {
    const humans = { a: ["A"], b: ["A"] };
    const found = altTest({ ...settings, humans, model: ["A"], minItemsPerHuman: 1 });
    expect(found).toMatchObject({
      pValues: [null, null],
      rejected: [false, false],
      winningRate: 0,
      advantage: [1, 1],
    });
  });

  it("measures ratings by their distance", () => {
    const a = repeat("12345").map(Number);
    const near = a.map((rating) => rating - 1);
    const far = a.map((rating) => rating + 3);
    const input = { ...settings, scoring: "neg_rmse" as const, humans: { a, b: a, c: far } };
    expect(altTest({ ...input, model: near }).advantage).toEqual([0, 0, 1]);
    expect(() => altTest({ ...input, model: a.map(String) })).toThrow(/a label/);
  });

  it("refuses lists of different lengths", () => {
    expect(() => altTest({ ...settings, humans: { a: ["A"] }, model: [] })).toThrow(/a has 1 items/);
  });
});
