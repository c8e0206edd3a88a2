import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";
import { compareMethods, differenceOf } from "#lib/metrics/grouped/method-differences.ts";

type Row = { value: number; group: number; rater: number; order: number };

const rows = fc.array(
  fc.record({
    value: fc.integer({ min: 1, max: 5 }),
    group: fc.integer({ min: 0, max: 9 }),
    rater: fc.integer({ min: 0, max: 3 }),
    order: fc.integer(),
  }),
  { minLength: 1, maxLength: 60 },
);

const valuesOf = (given: readonly Omit<Row, "order">[]): GroupedValues => ({
  value: Float64Array.from(given, ({ value }) => value),
  group: Int32Array.from(given, ({ group }) => group),
  rater: Int32Array.from(given, ({ rater }) => rater),
});

/** Everybody rates a case of every group. */
const tabulate = (groups: number, raters: number, valueAt: (group: number, rater: number) => number) =>
  valuesOf(
    Array.from({ length: groups * raters }, (_, i) => {
      const [group, rater] = [Math.floor(i / raters), i % raters];
      return { group, rater, value: valueAt(group, rater) };
    }),
  );

/** No two of them alike, and the same each time. */
const noise = (group: number, rater: number) => ((group * 7 + rater * 11 + group * rater) % 13) / 13;

test("turns its sign with the sides, whatever the order and the numbers of groups and raters", () => {
  fc.assert(
    fc.property(rows, rows, (a, b) => {
      const move = (given: readonly Row[]) =>
        given
          .toSorted((one, other) => one.order - other.order)
          .map((row) => ({ ...row, group: 9 - row.group, rater: 3 - row.rater }));
      const there = differenceOf(valuesOf(a), valuesOf(b));
      const back = differenceOf(valuesOf(move(b)), valuesOf(move(a)));
      expect(back.reason).toBe(there.reason);
      if (there.difference === null) return;
      expect(back.difference).toBeCloseTo(-there.difference, 9);
      if (there.p === null) return;
      expect(back.p).toBeCloseTo(there.p, 9);
      expect(back.high).toBeCloseTo(-(there.low as number), 9);
    }),
    { seed: 2026 },
  );
});

test("p is below 0.05 just where the interval leaves 0 out", () => {
  fc.assert(
    fc.property(rows, rows, (a, b) => {
      const { low, high, p } = differenceOf(valuesOf(a), valuesOf(b));
      if (low === null || high === null || p === null || Math.min(Math.abs(low), Math.abs(high)) < 1e-9)
        return;
      expect(p < 0.05).toBe(low > 0 || high < 0);
    }),
    { seed: 2026 },
  );
});

test("what groups are like for both, and how strict raters of both are, is no error of the difference", () => {
  const plain = (shift: number) =>
    tabulate(12, 4, (group, rater) => shift * group + noise(group + shift, rater));
  const moved = (shift: number) =>
    tabulate(
      12,
      4,
      (group, rater) => shift * group + noise(group + shift, rater) + 5 * (group % 3) + 2 * rater,
    );
  const [found, again] = [differenceOf(plain(0), plain(1)), differenceOf(moved(0), moved(1))];
  for (const name of ["difference", "low", "high", "p"] as const)
    expect(again[name]).toBeCloseTo(found[name] as number, 9);
});

test("a method that each rater likes otherwise isn't better for raters like these, however many groups agree", () => {
  const likes = [1, 0.2, -0.4];
  const against = (lead: readonly number[]) =>
    differenceOf(
      tabulate(60, 3, (group, rater) => noise(group, rater) + (lead[rater] as number)),
      tabulate(60, 3, (group, rater) => noise(group + 5, rater)),
    );
  expect(against(likes).p).toBeGreaterThan(0.3);
  expect(against([0.3, 0.3, 0.2]).p).toBeLessThan(0.05);
});

test("each case of a group counts once where its answers are weighted so", () => {
  const one = {
    group: Int32Array.of(0, 0, 0),
    rater: Int32Array.of(0, 1, 0),
    value: Float64Array.of(1, 3, 4),
  };
  const other = { group: Int32Array.of(0), rater: Int32Array.of(0), value: Float64Array.of(0) };
  expect(differenceOf({ ...one, weight: Float64Array.of(0.5, 0.5, 1) }, other).difference).toBeCloseTo(3, 12);
});

describe("without an interval", () => {
  const values = (lead: number, groups = 10, raters = 3) =>
    tabulate(groups, raters, (group, rater) => lead + noise(group + lead, rater));
  test.each([
    ["no_items", values(0), tabulate(1, 1, () => 1), null],
    ["no_variation", values(0), values(0), 0],
    ["no_variation", tabulate(10, 3, () => 3), tabulate(10, 3, () => 2), 1],
    ["too_few_raters", tabulate(10, 1, (group) => noise(group, 1)), tabulate(10, 1, () => 0), 0.5],
    ["too_few_groups", tabulate(10, 3, (group) => Number(group < 5)), tabulate(10, 3, () => 0), 0.5],
  ])("%s", (reason, a, b, difference) => {
    const left = reason === "no_items" ? { ...b, group: Int32Array.of(99) } : b;
    const found = differenceOf(a, left);
    expect(found).toMatchObject({ low: null, high: null, p: null, reason });
    if (difference === null) expect(found.difference).toBeNull();
    else expect(found.difference).toBeCloseTo(difference, 1);
  });
});

test("p of every pair is corrected for all that have one", () => {
  const methods = [0, 0.4, 0.8].map((lead, at) =>
    tabulate(12, 5, (group, rater) => lead + noise(group + 3 * at, rater + at)),
  );
  const pairs = compareMethods([...methods, tabulate(1, 1, () => 1)]);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([
    [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3],
  ]); // oxfmt-ignore
  const tested = pairs.filter(({ p }) => p !== null);
  expect(tested).toHaveLength(3);
  const least = Math.min(...tested.map(({ p }) => p as number));
  expect(Math.min(...tested.map(({ holm }) => holm as number))).toBeCloseTo(Math.min(1, 3 * least), 12);
});
