import { describe, expect, it } from "vitest";
import { gwetAc1 } from "#lib/metrics/agreement/gwet-ac1.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { numberLabels, packChoices, packCounts } from "#lib/metrics/oracle/pack.ts";

const ratings = [
  [1, 2, 3, null, 5, 2],
  [1, 3, 3, 4, 5, null],
  [2, 2, 3, 4, 1, 2],
];
const shuffled = [2, 0, 1].map((rater) => [5, 3, 1, 0, 4, 2].map((item) => ratings[rater]?.[item] ?? null));

describe("Krippendorff's alpha", () => {
  it.each(["ordinal", "interval"] as const)("at the %s level forgets who rated when", (level) => {
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
    expect(krippendorffAlpha([], "interval")).toEqual({ alpha: null, reason: "no_items" });
    expect(
      krippendorffAlpha(
        [
          [1, null],
          [null, 1],
        ],
        "interval",
      ),
    ).toEqual({ alpha: null, reason: "no_pairs" });
    expect(
      krippendorffAlpha(
        [
          [1, 2],
          [1, null],
        ],
        "interval",
      ),
    ).toEqual({ alpha: null, reason: "one_category" });
  });

  it("refuses ragged tables and words without an order", () => {
    expect(() => krippendorffAlpha([[1, 2], [1]], "interval")).toThrow(/2 and 1 items/);
    expect(() => krippendorffAlpha([["a"], ["b"]] as unknown as number[][], "interval")).toThrow(
      /must be a number/,
    );
    expect(() => krippendorffAlpha([[NaN], [1]], "interval")).toThrow(/NaN/);
  });
});

/** Items in rows: how many chose each option. */
const table = (rows: number[][]) => packCounts(rows);

describe("Gwet's AC1", () => {
  it("forgets the order of cases and options, and depends on how many options could be chosen", () => {
    const rows = [
      [2, 1, 0],
      [0, 3, 0],
      [1, 0, 1],
    ];
    const { ac1 } = gwetAc1(table(rows));
    const turned = rows.toReversed().map((counts) => counts.toReversed());
    expect(gwetAc1(table(turned)).ac1).toBeCloseTo(ac1 as number, 13);
    expect(gwetAc1(table(rows.map((counts) => [...counts, 0]))).ac1).toBeGreaterThan(ac1 as number);
  });

  it("is undefined without pairs or with a single option", () => {
    expect(gwetAc1(table([]))).toEqual({ ac1: null, meanAgreement: null, reason: "no_items" });
    expect(gwetAc1(table([[1, 0]]))).toEqual({ ac1: null, meanAgreement: null, reason: "no_pairs" });
    expect(gwetAc1(table([[2]]))).toEqual({ ac1: null, meanAgreement: 1, reason: "one_category" });
  });
});

describe("the file's shapes of ratings", () => {
  it("refuse what no count can be, and ragged tables", () => {
    expect(() => packCounts([[2, -1]])).toThrow(/whole number/);
    expect(() => packCounts([[1.5, 0.5]])).toThrow(/whole number/);
    expect(() => packCounts([[2, 0], [2]])).toThrow(/2 and 1 categories/);
    expect(() => packChoices([new Int8Array(1)], 2, 1)).toThrow(/2 and 1 items/);
  });

  it("refuse labels nobody declared, categories declared twice and more than the product can hold", () => {
    expect(() => numberLabels([["a"]], ["b"])).toThrow(expect.objectContaining({ code: "not_a_category" }));
    expect(() => numberLabels([[]], ["a", "a"])).toThrow(
      expect.objectContaining({ code: "duplicate_category" }),
    );
    expect(() => numberLabels([Array.from({ length: 129 }, (_, i) => `${i}`)])).toThrow(/129 labels/);
  });

  it("number labels as they come, or as they are declared", () => {
    expect(numberLabels([["x", null, "y"]]).raters[0]).toEqual(Int8Array.of(0, -1, 1));
    expect(numberLabels([["x"]], ["y", "x", "z"])).toEqual({ options: 3, raters: [Int8Array.of(1)] });
  });
});
