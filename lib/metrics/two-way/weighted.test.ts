import { describe, expect, test } from "vitest";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { weightedInterval, weightedMean } from "#lib/metrics/two-way/weighted.ts";

/** Six people on ten cases; the person of each answer, and whether it is right. */
const meanOf = (isRight: (person: number, at: number) => boolean) =>
  twoWayMean({
    ...{ people: 6, cases: 10 },
    person: Int32Array.from({ length: 60 }, (_, i) => i % 6),
    case: Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 6)),
    score: Float64Array.from({ length: 60 }, (_, i) => Number(isRight(i % 6, Math.floor(i / 6)))),
  })!;
const skilled = meanOf((person, at) => person > at % 5);
const unskilled = meanOf((person, at) => 5 - person > at % 5);

describe("a mean over parts that are unequally large", () => {
  test("of one part is that part, with its own interval", () => {
    const own = peopleInterval(skilled);
    const found = weightedInterval([{ share: 1, mean: skilled }]);
    expect(weightedMean([{ share: 1, mean: skilled }])).toBe(skilled.mean);
    expect(found.low).toBeCloseTo(own.low!, 14);
    expect(found.high).toBeCloseTo(own.high!, 14);
  });

  test("is as unsure as its parts together where the same people are good at both, and less where they aren't", () => {
    const half = (mean: typeof skilled) => ({ share: 0.5, mean });
    const width = (parts: Parameters<typeof weightedInterval>[0]) => {
      const { low, high } = weightedInterval(parts);
      return high! - low!;
    };
    const whole = width([{ share: 1, mean: skilled }]);
    const alike = width([half(skilled), half(skilled)]);
    const unlike = width([half(skilled), half(unskilled)]);
    expect(alike).toBeLessThan(whole);
    expect(unlike).toBeLessThan(alike);
    // Never less than two parts that have nothing in common.
    expect(unlike).toBeGreaterThan((whole / Math.SQRT2) * 0.95);
    expect(weightedMean([half(skilled), half(unskilled)])).toBeCloseTo(
      (skilled.mean + unskilled.mean) / 2,
      14,
    );
  });

  test("isn't told where a part says nothing of its spread", () => {
    const one = twoWayMean({
      ...{ people: 2, cases: 1, person: Int32Array.of(0, 1), case: Int32Array.of(0, 0) },
      score: Float64Array.of(1, 0),
    })!;
    expect(
      weightedInterval([
        { share: 0.9, mean: skilled },
        { share: 0.1, mean: one },
      ]),
    ).toEqual({
      ...{ low: null, high: null, reason: "too_few_items" },
    });
  });
});
