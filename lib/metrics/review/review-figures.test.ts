import { describe, expect, it } from "vitest";
import { countedShare, countKinds, filterFigures } from "#lib/metrics/review/counted-shares.ts";
import { agreeInPairs } from "#lib/metrics/review/pair-agreement.ts";
import { finishIn, paceOf } from "#lib/metrics/review/throughput.ts";
import { accuracyByWindow, accuracyOfChecks } from "#lib/metrics/review/weighted-accuracy.ts";

describe("accuracy of checks", () => {
  it("counts each check by one over its rate", () => {
    const verdicts = [
      ...Array.from({ length: 90 }, () => ({ rate: 1, isRight: true })),
      ...Array.from({ length: 10 }, () => ({ rate: 1, isRight: false })),
      ...Array.from({ length: 10 }, () => ({ rate: 0.1, isRight: true })),
    ];
    const { naive, weighted, right, reviewed } = accuracyOfChecks(verdicts);
    expect([right, reviewed]).toEqual([100, 110]);
    expect(naive.value).toBeCloseTo(100 / 110, 12);
    expect(weighted.value).toBeCloseTo(0.95, 12);
  });

  it("is exactly 1 where all are right, and none without checks", () => {
    expect(accuracyOfChecks([0.3, 0.7, 0.1].map((rate) => ({ rate, isRight: true }))).weighted.value).toBe(1);
    expect(accuracyOfChecks([]).weighted).toEqual({ value: null, low: null, high: null, reason: "no_items" });
  });

  it("goes window by window, and leaves out windows without a check", () => {
    const at = (ordinal: number, isRight: boolean) => ({ ordinal, rate: 0.5, isRight });
    const windows = accuracyByWindow([at(250, true), at(1, true), at(100, false)], 100);
    expect(windows.map(({ from, to, reviewed, right }) => [from, to, right, reviewed])).toEqual([
      [1, 100, 1, 2],
      [201, 300, 1, 1],
    ]);
  });
});

describe("two judgements of the same", () => {
  it("have no interval of Cohen's where all agree, and no kappa where all say the same", () => {
    const both = agreeInPairs(
      [...Array(20)].map((_, i) => [i % 2, i % 2] as const),
      2,
    );
    expect(both).toMatchObject({ n: 20, same: 20, agreement: { value: 1 }, freeMarginal: { value: 1 } });
    expect(both.cohen).toEqual({ value: 1, low: null, high: null, reason: "no_error" });
    expect(
      agreeInPairs(
        [...Array(20)].map(() => [1, 1] as const),
        2,
      ).cohen.reason,
    ).toBe("one_category");
    expect(agreeInPairs([], 2).agreement.reason).toBe("no_items");
  });
});

describe("shares", () => {
  it("name every kind, those that weren't found too", () => {
    const kinds = countKinds(["b", "b", "a"], ["a", "b", "c"], 10);
    expect(kinds.map(({ kind, share }) => [kind, share.count, share.of])).toEqual([
      ["a", 1, 10],
      ["b", 2, 10],
      ["c", 0, 10],
    ]);
    expect(countedShare(0, 0)).toMatchObject({ value: null, reason: "no_items" });
  });

  it("of a filter that rejects nothing have no precision, but a recall", () => {
    const { precision, recall, agreement } = filterFigures([
      { filterAccepts: true, accepts: true },
      { filterAccepts: true, accepts: false },
    ]);
    expect(precision).toMatchObject({ value: null, reason: "no_items" });
    expect(recall).toMatchObject({ value: 0, count: 0, of: 1 });
    expect(agreement.value).toBe(0.5);
  });
});

describe("throughput", () => {
  it("counts as work what lies between decisions that follow each other", () => {
    const minute = 60_000;
    const times = [0, minute, 2 * minute, 300 * minute, 301 * minute].reverse();
    const { decisions, hours, perHour } = paceOf(times);
    expect(decisions).toBe(5);
    expect(hours).toBeCloseTo(3 / 60, 12);
    expect(perHour).toBeCloseTo(60, 12);
    expect(paceOf([5]).perHour).toBeNull();
  });

  it("tells the day with its range, exactly where all days are alike", () => {
    expect(finishIn(100, [10, 10, 10])).toEqual({ days: 10, low: 10, high: 10, reason: null });
    const { days, low, high } = finishIn(1000, [90, 110, 100, 95, 105]);
    expect(days).toBe(10);
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(10);
    expect(finishIn(0, [])).toMatchObject({ days: 0, reason: null });
  });

  it("says why no day can be told", () => {
    expect(finishIn(10, [5, 5])).toMatchObject({ days: null, reason: "too_few_days" });
    expect(finishIn(10, [0, 0, 0])).toMatchObject({ days: null, reason: "unsteady" });
    const erratic = finishIn(10_000, [0, 900, 0, 0, 10]);
    expect(erratic).toMatchObject({ high: null, reason: "unsteady" });
    expect(erratic.low).toBeLessThan(erratic.days as number);
  });
});
