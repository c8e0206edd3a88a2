import { describe, expect, test } from "vitest";
import { everyLookInterval, lookDeviate } from "#lib/metrics/two-way/every-look.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";

describe("an interval that holds at every look", () => {
  test("is the narrowest about the planned end", () => {
    const half = (people: number) => lookDeviate(people, 60) / Math.sqrt(people);
    for (const other of [20, 120]) expect(half(60)).toBeLessThan(lookDeviate(60, other) / Math.sqrt(60));
    expect(half(60)).toBeLessThan(half(30));
    expect(lookDeviate(60, 60)).toBeCloseTo(3.035, 2);
  });

  test("holds the ordinary one", () => {
    const mean = twoWayMean({
      ...{ people: 12, cases: 20 },
      person: Int32Array.from({ length: 240 }, (_, i) => i % 12),
      case: Int32Array.from({ length: 240 }, (_, i) => Math.floor(i / 12)),
      score: Float64Array.from({ length: 240 }, (_, i) => (i % 5 === 0 ? 0 : 1)),
    })!;
    const [once, always] = [peopleInterval(mean), everyLookInterval(mean, 40)];
    expect(always.low).toBeLessThan(once.low ?? 0);
    expect(always.high).toBeGreaterThan(once.high ?? 1);
  });

  test("a walk of chance leaves it at any of 120 steps in less than one of twenty", () => {
    let left = 0;
    for (let walk = 0; walk < 1000; walk++) {
      const { share } = randomShares(walk);
      let sum = 0;
      for (let step = 1; step <= 120; step++) {
        sum += (share() + share() + share() - 1.5) * 2;
        if (Math.abs(sum) > lookDeviate(step, 60) * Math.sqrt(step)) {
          left += 1;
          break;
        }
      }
    }
    expect(left).toBeLessThanOrEqual(50);
  });
});
