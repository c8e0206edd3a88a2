import { describe, expect, it } from "vitest";
import { altTest, type AltTestSettings } from "#lib/metrics/agreement/alt-test.ts";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import { packChoices } from "#lib/metrics/oracle/pack.ts";

/** Letters are choices, "-" is none. */
const read = (labels: string) =>
  Int8Array.from(labels, (letter) => (letter === "-" ? -1 : "ABC".indexOf(letter)));
const test = (
  { humans, model }: { humans: string[]; model: string },
  settings: Partial<AltTestSettings> = {},
  times = 10,
) =>
  altTest({
    ...packChoices(
      humans.map((labels) => read(labels.repeat(times))),
      model.length * times,
      3,
    ),
    model: read(model.repeat(times)),
    epsilon: 0.1,
    minAnnotators: 0,
    ...settings,
  });

describe("altTest", () => {
  it("finds a model that always disagrees no substitute for humans who always agree", () => {
    const found = test({ humans: ["ABC", "ABC"], model: "BCA" });
    expect(found).toMatchObject({ winningRate: 0, advantageProbability: 0, passes: false, pValues: [1, 1] });
  });

  it("doesn't reject where the constant difference is just epsilon", () => {
    expect(test({ humans: ["ABC", "ABC"], model: "ABC" }, { epsilon: 0 })).toMatchObject({
      pValues: [1, 1],
      rejected: [false, false],
      advantageProbability: 1,
    });
  });

  it("passes at half of the annotators", () => {
    const found = test({ humans: ["AAAB", "AAAB", "BBBA", "BBBA"], model: "AAAB" });
    expect(found.rejected.filter(Boolean).length / 4).toBe(found.winningRate);
    expect(found.passes).toBe((found.winningRate as number) >= 0.5);
  });

  it("keeps items with a model answer and enough ratings, and annotators with enough items", () => {
    const humans = ["AB-", "ABC", "A--"];
    expect(test({ humans, model: "ABC" }, { minItemsPerHuman: 20 }).annotators).toEqual([0, 1]);
    expect(test({ humans, model: "A--" }, { minItemsPerHuman: 11 })).toMatchObject({
      winningRate: null,
      passes: null,
      annotators: [],
      reason: "too_few_items",
    });
  });

  it("compares nobody with no others, whatever minimum is given", () => {
    const least = { minItemsPerHuman: 1, minHumansPerItem: 1 };
    expect(test({ humans: ["AB"], model: "AB" }, least)).toMatchObject({
      winningRate: null,
      reason: "no_items",
    });
  });

  it("has no p-value for a single item, and doesn't count it as a win", () => {
    expect(test({ humans: ["A", "A"], model: "A" }, { minItemsPerHuman: 1 }, 1)).toMatchObject({
      pValues: [null, null],
      rejected: [false, false],
      winningRate: 0,
      advantage: [1, 1],
    });
  });

  it("measures ratings by their distance", () => {
    const a = Array.from({ length: 50 }, (_, i) => (i % 5) + 1);
    const near = a.map((rating) => rating - 1);
    const far = a.map((rating) => rating + 3);
    const settings = { epsilon: 0.1, minAnnotators: 0 };
    expect(altTestOfRatings([a, a, far], near, settings).advantage).toEqual([0, 0, 1]);
    expect(() =>
      altTestOfRatings(
        [a, a],
        a.map(() => NaN),
        settings,
      ),
    ).toThrow(/a label/);
  });

  it("refuses lists of different lengths", () => {
    const choices = packChoices([Int8Array.of(0)], 1, 1);
    expect(() => altTest({ ...choices, model: new Int8Array(0), epsilon: 0.1 })).toThrow(/0 of 1 cases/);
    expect(() => altTestOfRatings([[1]], [], { epsilon: 0.1 })).toThrow(/1 and 0 values/);
  });
});
