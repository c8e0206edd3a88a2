import { describe, expect, test } from "vitest";
import { choiceEntropy } from "#lib/metrics/scores/choice-entropy.ts";

describe("the entropy of choices", () => {
  test.each([
    [[5, 0, 0, 0], 0],
    [[3, 3, 3, 3], 1],
    [[2, 2, 0, 0], 0.5],
    [[1, 1], 1],
  ])("of %j is %d", (counts, entropy) => {
    expect(choiceEntropy(counts).entropy).toBeCloseTo(entropy, 12);
  });

  test("is never more than even choices give, and renaming options doesn't change it", () => {
    for (let a = 0; a < 6; a++)
      for (let b = 0; b < 6; b++)
        for (let c = 0; c < 6; c++) {
          const { entropy } = choiceEntropy([a, b, c]);
          if (entropy === null) expect(a + b + c).toBeLessThan(2);
          else {
            expect(entropy).toBeGreaterThanOrEqual(0);
            expect(entropy).toBeLessThanOrEqual(1);
            expect(choiceEntropy([c, a, b]).entropy).toBeCloseTo(entropy, 12);
          }
        }
  });

  test("isn't there where nobody could disagree", () => {
    expect(choiceEntropy([0, 0])).toEqual({ entropy: null, reason: "no_items" });
    expect(choiceEntropy([0, 1])).toEqual({ entropy: null, reason: "too_few_raters" });
    expect(choiceEntropy([4])).toEqual({ entropy: null, reason: "one_category" });
    expect(() => choiceEntropy([1.5, 1])).toThrow();
  });
});
