import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupedMean, groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { thorough } from "#lib/testing/thorough.ts";

const seed = 2026;
const rows = fc.array(
  fc.record({
    value: fc.integer({ min: 1, max: 5 }),
    group: fc.integer({ min: 0, max: 5 }),
    rater: fc.integer({ min: 0, max: 3 }),
    order: fc.integer(),
  }),
  { minLength: 1, maxLength: 40 },
);
type Row = { value: number; group: number; rater: number };

const valuesOf = (given: readonly Row[], withRaters = true) => ({
  value: Float64Array.from(given, ({ value }) => value),
  group: Int32Array.from(given, ({ group }) => group),
  rater: withRaters ? Int32Array.from(given, ({ rater }) => rater) : null,
});

test("neither the order of values nor the numbers of groups and raters are of consequence", () => {
  fc.assert(
    fc.property(rows, (given) => {
      const moved = given
        .toSorted((a, b) => a.order - b.order)
        .map((row) => ({ ...row, group: 5 - row.group, rater: 3 - row.rater }));
      const [there, again] = [given, moved].map((each) => groupedMean(valuesOf(each), [1, 5]));
      expect(again?.reason).toBe(there?.reason);
      for (const name of ["mean", "low", "high"] as const)
        if (typeof there?.[name] === "number") expect(again?.[name]).toBeCloseTo(there[name], 9);
    }),
    { seed },
  );
});

test("a difference between strata is no error, and each stratum costs one group", () => {
  const { share } = drawing();
  const group = Int32Array.from({ length: 200 }, (_, i) => i >> 2);
  const value = Float64Array.from(group, () => 2 + 2 * share());
  const stratum = group.map((at) => at % 2);
  const moved = value.map((one, i) => one + (stratum[i] as number) - 0.5);
  const [apart, alike] = [moved, value].map((of) => groupedMean({ value: of, group, stratum }, [0, 6]));
  const blind = groupedMean({ value: moved, group }, [0, 6]);
  const width = ({ low, high }: typeof blind) => (high ?? 0) - (low ?? 0);
  expect(width(apart as typeof blind) / width(alike as typeof blind)).toBeCloseTo(1, 1);
  expect(width(blind)).toBeGreaterThan(1.3 * width(apart as typeof blind));
  const two = { value: Float64Array.of(1, 2), group: Int32Array.of(0, 1), stratum: Int32Array.of(0, 1) };
  expect(groupedMean(two, [1, 5])).toMatchObject({ mean: 1.5, low: null, reason: "too_few_groups" });
});

const drawing = () => {
  const next = wholeNumbers(seed, 0);
  return { share: () => toShare(next()) };
};

test("a bound is a number within the range that holds the mean, or else there is a reason", () => {
  fc.assert(
    fc.property(rows, (given) => {
      const { mean, low, high, reason } = groupedMean(valuesOf(given), [1, 5]);
      if (reason) {
        expect([low, high]).toEqual([null, null]);
        return;
      }
      expect(1 <= (low as number) && (low as number) <= (mean as number) + 1e-12).toBe(true);
      expect((mean as number) - 1e-12 <= (high as number) && (high as number) <= 5).toBe(true);
    }),
    { seed },
  );
});

test("raters never make an interval over groups narrower than it is for these raters alone", () => {
  const spread = valuesOf(
    Array.from({ length: 60 }, (_, i) => ({
      value: 2 + (i % 3) + ((i >> 3) % 2),
      group: i % 20,
      rater: i % 3,
    })),
  );
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(groupedMean(spread, [1, 5]))).toBeGreaterThan(
    width(groupedMean({ ...spread, rater: null }, [1, 5])),
  );
});

test("one more right answer lowers no bound where each case stands for itself", () => {
  for (const n of [2, 5, 20, 100]) {
    const group = Int32Array.from({ length: n }, (_, i) => i);
    const bounds = Array.from({ length: n + 1 }, (_, right) =>
      groupedShare({ value: Float64Array.from({ length: n }, (_each, i) => Number(i < right)), group }),
    );
    for (const [i, { low, high }] of bounds.slice(1).entries()) {
      expect(low as number).toBeGreaterThanOrEqual(bounds[i]?.low as number);
      expect(high as number).toBeGreaterThanOrEqual(bounds[i]?.high as number);
    }
  }
});

describe("without an interval", () => {
  const one = (value: number, group: number, rater = 0) => ({ value, group, rater });
  test.each([
    ["no_items", []],
    ["too_few_groups", [one(3, 0), one(4, 0, 1)]],
    ["too_few_raters", [one(3, 0), one(4, 1)]],
    ["no_variation", [one(3, 0, 0), one(3, 1, 1)]],
  ])("%s", (reason, given) => {
    expect(groupedMean(valuesOf(given), [1, 5])).toMatchObject({ low: null, high: null, reason });
  });

  test("where all are at the end of the scale the groups count", () => {
    const found = groupedShare(valuesOf([one(1, 0), one(1, 1), one(1, 2)], false));
    expect(found).toMatchObject({ mean: 1, high: 1, reason: null });
    expect(found.low).toBeGreaterThan(0);
  });

  test("values outside the range are refused", () => {
    expect(() => groupedMean(valuesOf([one(6, 0)]), [1, 5])).toThrow(/between 1 and 5/);
  });
});

test("a person's answers count as much as another's who gave fewer, and parts are split by number", () => {
  const given = {
    value: Float64Array.of(1, 1, 1, 0, 1),
    group: Int32Array.of(0, 0, 0, 1, 2),
  };
  expect(groupedShare({ ...given, weight: weighAlike(given.group) }).mean).toBeCloseTo(2 / 3, 12);
  const parts = splitByPart(given, Int32Array.of(0, 0, -1, 1, 1), 3);
  expect(parts.map(({ value }) => [...value])).toEqual([[1, 1], [0, 1], []]);
});

thorough("holds the truth about as often as it says, where groups differ and are few", () => {
  const studies = 1500;
  let held = 0;
  for (let study = 0; study < studies; study++) {
    const next = wholeNumbers(seed, study);
    const share = () => toShare(next());
    // Half of the groups are right in 6 of 10, half in 9 of 10.
    const rates = Array.from({ length: 20 }, () => (share() < 0.5 ? 0.6 : 0.9));
    const { low, high } = groupedShare({
      value: Float64Array.from({ length: 400 }, (_, i) => Number(share() < (rates[i % 20] as number))),
      group: Int32Array.from({ length: 400 }, (_, i) => i % 20),
    });
    held += Number((low as number) <= 0.75 && 0.75 <= (high as number));
  }
  expect(held / studies).toBeGreaterThan(0.93);
  expect(held / studies).toBeLessThan(0.975);
});
