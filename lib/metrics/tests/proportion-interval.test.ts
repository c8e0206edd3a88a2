import { describe, expect, it } from "vitest";
import { clopperPearsonInterval } from "#lib/metrics/tests/clopper-pearson.ts";
import { normalDeviate, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { compareTwoProportions } from "#lib/metrics/tests/two-proportions.ts";

describe.each([
  ["Wilson", wilsonInterval],
  ["Clopper-Pearson", clopperPearsonInterval],
])("%s", (_name, interval) => {
  it("touches 0 and 1 exactly, and only where nothing or everything is right", () => {
    for (const n of [1, 7, 1000, 28565]) {
      expect(interval(0, n).low).toBe(0);
      expect(interval(n, n).high).toBe(1);
      expect(interval(1, n).low).toBeGreaterThan(0);
      expect(interval(n - 1, n).high).toBeLessThan(1);
    }
  });

  it("mirrors when right and wrong change places", () => {
    const { low, high } = interval(3, 11, 0.9);
    const mirrored = interval(8, 11, 0.9);
    expect(mirrored.low).toBeCloseTo(1 - (high as number), 12);
    expect(mirrored.high).toBeCloseTo(1 - (low as number), 12);
  });

  it("widens with the level and holds the share", () => {
    const narrow = interval(40, 50, 0.8);
    const wide = interval(40, 50, 0.99);
    expect(wide.low).toBeLessThan(narrow.low as number);
    expect(wide.high).toBeGreaterThan(narrow.high as number);
    expect(narrow.low).toBeLessThan(0.8);
    expect(narrow.high).toBeGreaterThan(0.8);
  });

  it("is undefined without trials and refuses the impossible", () => {
    expect(interval(0, 0)).toEqual({ low: null, high: null, reason: "no_items" });
    for (const [x, n] of [
      [3, 2],
      [-1, 2],
      [NaN, 2],
      [1, 2.5],
      [1, -2],
      [1, Infinity],
    ] as const)
      expect(() => interval(x, n)).toThrow();
    for (const level of [0, 1, 95, NaN]) expect(() => interval(1, 2, level)).toThrow(/level/);
  });
});

it("knows closed forms: one of one, and the deviate of 95 %", () => {
  expect(clopperPearsonInterval(1, 1).low).toBeCloseTo(0.025, 14);
  expect(clopperPearsonInterval(0, 1).high).toBeCloseTo(0.975, 14);
  expect(normalDeviate()).toBeCloseTo(1.959963984540054, 14);
  expect(wilsonInterval(2.5, 5).low).toBeCloseTo(1 - (wilsonInterval(2.5, 5).high as number), 14);
});

describe("two proportions", () => {
  it("turn round when they change places", () => {
    const there = compareTwoProportions({ successes: 45, n: 50 }, { successes: 39, n: 52 });
    const back = compareTwoProportions({ successes: 39, n: 52 }, { successes: 45, n: 50 });
    expect(back.z).toBeCloseTo(-(there.z as number), 12);
    expect(back.p).toBeCloseTo(there.p as number, 14);
    expect(back.newcombeLow).toBeCloseTo(-(there.newcombeHigh as number), 14);
  });

  it("are undefined without trials, and without z where all are right", () => {
    const all = compareTwoProportions({ successes: 5, n: 5 }, { successes: 9, n: 9 });
    expect(all).toMatchObject({ difference: 0, z: null, p: null, reason: "extreme_proportion" });
    expect(all.newcombeLow).toBeLessThan(0);
    const none = compareTwoProportions({ successes: 0, n: 0 }, { successes: 9, n: 9 });
    expect(none).toMatchObject({ difference: null, newcombeHigh: null, reason: "no_items" });
  });

  it("keep the digits of a p far below what could be subtracted from 1", () => {
    const { p } = compareTwoProportions({ successes: 908, n: 1000 }, { successes: 688, n: 1000 });
    expect((p as number) / 1.625649523833e-34).toBeCloseTo(1, 10);
  });
});
