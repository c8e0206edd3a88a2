import { describe, expect, test } from "vitest";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { weightedInterval, weightedMean } from "#lib/metrics/two-way/weighted.ts";

type Answers = (person: number, at: number) => boolean;

/** Six people on ten of twenty cases, which come from ten works or from none: the first ten, or the others. */
const meanOf = (isRight: Answers, first = 0, clusterOf: Int32Array | null = null) =>
  twoWayMean({
    people: 6,
    cases: 20,
    clusterOf,
    person: Int32Array.from({ length: 60 }, (_, i) => i % 6),
    case: Int32Array.from({ length: 60 }, (_, i) => first + Math.floor(i / 6)),
    score: Float64Array.from({ length: 60 }, (_, i) => Number(isRight(i % 6, Math.floor(i / 6)))),
  })!;
const isSkilled: Answers = (person, at) => person > at % 5;
const isUnskilled: Answers = (person, at) => 5 - person > at % 5;
const skilled = meanOf(isSkilled);

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
    const alike = width([half(skilled), half(meanOf(isSkilled, 10))]);
    const unlike = width([half(skilled), half(meanOf(isUnskilled, 10))]);
    expect(alike).toBeLessThan(whole);
    expect(unlike).toBeLessThan(alike);
    // Never less than two parts that have nothing in common.
    expect(unlike).toBeGreaterThan((whole / Math.SQRT2) * 0.95);
    const unskilled = meanOf(isUnskilled, 10);
    expect(weightedMean([half(skilled), half(unskilled)])).toBeCloseTo(
      (skilled.mean + unskilled.mean) / 2,
      14,
    );
  });

  test("is less sure where the same works are in both", () => {
    // Everybody finds two works of five hard.
    const isEasy: Answers = (person, at) => at < 6 !== (person === at % 6);
    const width = (clusterOf: Int32Array) => {
      const parts = [0, 10].map((first) => ({ share: 0.5, mean: meanOf(isEasy, first, clusterOf) }));
      const { low, high } = weightedInterval(parts);
      return high! - low!;
    };
    const ofOwnWorks = Int32Array.from({ length: 20 }, (_, at) => at - (at % 2));
    const ofSameWorks = Int32Array.from({ length: 20 }, (_, at) => (at % 10) - (at % 2));
    expect(width(ofSameWorks)).toBeGreaterThan(width(ofOwnWorks) * 1.3);
  });

  test("isn't told where a part says nothing of its spread", () => {
    const one = twoWayMean({
      people: 2,
      cases: 1,
      person: Int32Array.of(0, 1),
      case: Int32Array.of(0, 0),
      score: Float64Array.of(1, 0),
    })!;
    expect(
      weightedInterval([
        { share: 0.9, mean: skilled },
        { share: 0.1, mean: one },
      ]),
    ).toEqual({
      low: null,
      high: null,
      reason: "too_few_items",
    });
  });
});
