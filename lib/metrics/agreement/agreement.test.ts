import { describe, expect, it } from "vitest";
import { fleissKappa } from "#lib/metrics/agreement/fleiss-kappa.ts";
import { gwetAc1 } from "#lib/metrics/agreement/gwet-ac1.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "#lib/metrics/agreement/percent-agreement.ts";

const ratings = [
  [1, 2, 3, null, 5, 2],
  [1, 3, 3, 4, 5, null],
  [2, 2, 3, 4, 1, 2],
];
const shuffled = [2, 0, 1].map((rater) => [5, 3, 1, 0, 4, 2].map((item) => ratings[rater]?.[item] ?? null));

describe("Krippendorff's alpha", () => {
  it.each(["nominal", "ordinal", "interval"] as const)("at the %s level forgets who rated when", (level) => {
    const { alpha } = krippendorffAlpha(ratings, level);
    expect(krippendorffAlpha(shuffled, level).alpha).toBeCloseTo(alpha as number, 13);
    expect(
      krippendorffAlpha([...ratings, ratings.map(() => null).concat([null, null, null])], level).alpha,
    ).toBe(alpha);
  });

  it("ignores stretching at the interval level and any rising change at the ordinal one", () => {
    const changed = (change: (value: number) => number) =>
      ratings.map((row) => row.map((value) => (value === null ? null : change(value))));
    const interval = krippendorffAlpha(ratings, "interval").alpha as number;
    expect(
      krippendorffAlpha(
        changed((value) => 10 * value - 3),
        "interval",
      ).alpha,
    ).toBeCloseTo(interval, 13);
    const ordinal = krippendorffAlpha(ratings, "ordinal").alpha as number;
    expect(
      krippendorffAlpha(
        changed((value) => value ** 3),
        "ordinal",
      ).alpha,
    ).toBeCloseTo(ordinal, 13);
  });

  it("orders words as declared", () => {
    const words = ratings.map((row) =>
      row.map((value) => (value === null ? null : "abcdef".charAt(5 - value))),
    );
    const { alpha } = krippendorffAlpha(words, "ordinal", ["a", "b", "c", "d", "e"]);
    expect(alpha).toBeCloseTo(krippendorffAlpha(ratings, "ordinal").alpha as number, 13);
    expect(() => krippendorffAlpha(words, "ordinal", ["a"])).toThrow(/not a declared category/);
  });

  it("is 1 when all agree, and undefined when it can't be told", () => {
    expect(
      krippendorffAlpha(
        [
          [1, 2],
          [1, 2],
        ],
        "interval",
      ),
    ).toEqual({ alpha: 1, reason: null });
    expect(krippendorffAlpha([], "nominal")).toEqual({ alpha: null, reason: "no_items" });
    expect(
      krippendorffAlpha(
        [
          [1, null],
          [null, 1],
        ],
        "nominal",
      ),
    ).toEqual({ alpha: null, reason: "no_pairs" });
    expect(
      krippendorffAlpha(
        [
          [1, 2],
          [1, null],
        ],
        "nominal",
      ),
    ).toEqual({ alpha: null, reason: "one_category" });
  });

  it("refuses ragged tables and words without an order", () => {
    expect(() => krippendorffAlpha([[1, 2], [1]], "nominal")).toThrow(/2 and 1 items/);
    expect(() => krippendorffAlpha([["a"], ["b"]] as unknown as number[][], "interval")).toThrow(
      /number is needed/,
    );
    expect(() => krippendorffAlpha([[NaN], [1]], "interval")).toThrow(/NaN/);
  });
});

describe("Gwet's AC1", () => {
  it("forgets who rated when, and depends on how many categories could be chosen", () => {
    const { ac1 } = gwetAc1(ratings, [1, 2, 3, 4, 5]);
    expect(gwetAc1(shuffled, [5, 4, 3, 2, 1]).ac1).toBeCloseTo(ac1 as number, 13);
    expect(gwetAc1(ratings, [1, 2, 3, 4, 5, 6]).ac1).toBeGreaterThan(ac1 as number);
  });

  it("is undefined without pairs or with a single category", () => {
    expect(gwetAc1([], [1, 2])).toEqual({ ac1: null, meanAgreement: null, reason: "no_items" });
    expect(gwetAc1([[1, 2]], [1, 2])).toEqual({ ac1: null, meanAgreement: null, reason: "no_pairs" });
    expect(gwetAc1([[1], [1]], [1])).toEqual({ ac1: null, meanAgreement: 1, reason: "one_category" });
    expect(() => gwetAc1([[1], [3]], [1, 2])).toThrow(/3 is not a declared category/);
  });
});

describe("percent agreement", () => {
  it("counts pairs within items, and only items rated twice", () => {
    expect(
      percentAgreement([
        ["a", "a", "b"],
        ["a", "b", null],
        ["b", "b", null],
      ]),
    ).toEqual({
      pairwise: 1 / 3,
      unanimous: 0,
      reason: null,
    });
    expect(percentAgreement([])).toEqual({ pairwise: null, unanimous: null, reason: "no_items" });
  });
});

describe("Fleiss' kappa", () => {
  it("has its lowest value for two raters who never agree", () => {
    expect(
      fleissKappa([
        [1, 1],
        [1, 1],
      ]),
    ).toEqual({ meanAgreement: 0, kappa: -1, reason: null });
  });

  it("is undefined, with the reason, for anything but the same two or more ratings an item", () => {
    expect(fleissKappa([]).reason).toBe("no_items");
    expect(fleissKappa([[0, 0]]).reason).toBe("too_few_raters");
    expect(
      fleissKappa([
        [2, 0],
        [1, 0],
      ]).reason,
    ).toBe("unequal_ratings");
    expect(
      fleissKappa([
        [2, 0],
        [2, 0],
      ]),
    ).toEqual({ meanAgreement: 1, kappa: null, reason: "one_category" });
  });

  it("refuses what no count can be", () => {
    expect(() => fleissKappa([[2, -1]])).toThrow(/whole number/);
    expect(() => fleissKappa([[1.5, 0.5]])).toThrow(/whole number/);
    expect(() => fleissKappa([[2, 0], [2]])).toThrow(/2 and 1 categories/);
  });
});
