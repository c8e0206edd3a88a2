import { describe, expect, test } from "vitest";
import { measureSelfAgreement, type RepeatedAnswers } from "#lib/metrics/agreement/self-agreement.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";

type Pair = readonly [rater: number, group: number, first: number, again: number];

const make = (pairs: readonly Pair[]): RepeatedAnswers => ({
  rater: Int32Array.from(pairs, ([rater]) => rater),
  group: Int32Array.from(pairs, ([, group]) => group),
  first: Float64Array.from(pairs, ([, , first]) => first),
  again: Float64Array.from(pairs, ([, , , again]) => again),
});

/** A sequence that looks random and is the same on any machine. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** So many people, each with five of so many cases twice; they give the same again with a chance of `steady`, else any point. */
function simulate(people: number, cases: number, steady: number, drift = 0): Pair[] {
  const draw = numbers(people * 31 + cases);
  const next = () => draw.next().value;
  const point = () => 1 + Math.floor(next() * 5);
  return Array.from({ length: people * 5 }, (_, i): Pair => {
    const first = point();
    const again = next() < steady ? first : point();
    return [
      Math.floor(i / 5),
      Math.floor(next() * cases),
      first,
      Math.min(5, again + (next() < drift ? 1 : 0)),
    ];
  });
}

describe("self-agreement", () => {
  test("is the share of answers that are the same again, by people and cases", () => {
    const { same, kappa, change } = measureSelfAgreement(
      make([
        [0, 0, 3, 3],
        [0, 1, 2, 2],
        [1, 0, 3, 1],
        [1, 2, 5, 5],
      ]),
      null,
    );
    expect(same).toMatchObject({ mean: 0.75, n: 4, groups: 3, raters: 2, reason: null });
    expect(same.low).toBeLessThan(0.75);
    expect([kappa, change]).toEqual([null, null]);
  });

  test("on a scale it has the quadratic kappa of the two times, and how much they moved", () => {
    const pairs = simulate(20, 40, 0.6, 0.3);
    const { kappa, change, same } = measureSelfAgreement(make(pairs), 5);
    const times = [2, 3].map((at) => pairs.map((pair) => pair[at] as number)) as [number[], number[]];
    const table = weightedKappa(...times, [1, 2, 3, 4, 5], "quadratic");
    expect(kappa?.value).toBeCloseTo(table.kappa ?? NaN, 12);
    const moved = pairs.reduce((sum, [, , first, again]) => sum + again - first, 0) / pairs.length;
    expect(change?.mean).toBeCloseTo(moved, 12);
    expect(same.mean).toBe(pairs.filter(([, , first, again]) => first === again).length / pairs.length);
    for (const [low, value, high] of [
      [kappa?.low, kappa?.value, kappa?.high],
      [change?.low, change?.mean, change?.high],
    ]) {
      expect(low).toBeLessThan(value as number);
      expect(high).toBeGreaterThan(value as number);
    }
  });

  test("finds what it was made from within its interval, about 19 times in 20", () => {
    // Who draws anew draws the same point once in five times.
    const truth = 0.7 + 0.3 / 5;
    const held = Array.from({ length: 100 }, (_, i) => {
      const { low, high } = measureSelfAgreement(make(simulate(20 + (i % 3), 60 + i, 0.7)), 5).same;
      return low !== null && high !== null && low <= truth && truth <= high;
    });
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(88);
  });

  test("says why a figure or its interval isn't there", () => {
    const none = measureSelfAgreement(make([]), 5);
    expect([none.same.reason, none.kappa?.reason, none.change?.reason]).toEqual(Array(3).fill("no_items"));
    const alone = measureSelfAgreement(make(simulate(1, 30, 0.5)), 5);
    expect([alone.same.reason, alone.kappa?.reason]).toEqual(["too_few_raters", "too_few_groups"]);
    const one = Array.from({ length: 12 }, (_, i): Pair => [i % 4, i, 3, 3]);
    const steady = measureSelfAgreement(make(one), 5);
    expect(steady.kappa).toMatchObject({ value: null, reason: "one_category" });
    expect(steady.same).toMatchObject({ mean: 1, high: 1 });
  });
});
