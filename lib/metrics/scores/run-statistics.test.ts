import { expect, it } from "vitest";
import { runStatistics, type Success } from "#lib/metrics/scores/run-statistics.ts";

const row = (success: Success, gold: string | null = "A") => ({
  options: ["A", "B"],
  probabilities: success === 1 ? [1, 0] : success === 0 ? [0, 1] : null,
  gold,
  success,
});

it("counts an answered row as nothing but answered", () => {
  const { recommended } = runStatistics([row(1), row(0), row(-1), row(null)]);
  expect(recommended).toEqual({
    items: 4,
    answered: 2,
    failed: 1,
    pending: 1,
    accuracyOfAnswered: 0.5,
    accuracyOfAll: 0.25,
    reason: null,
  });
});

it("leaves rows without a right answer out of the reference code's samples", () => {
  const { upstream } = runStatistics([row(1), row(1, null)]);
  expect(upstream).toMatchObject({
    numSamples: 1,
    errorCount: 1,
    statisticsAccuracy: 1,
    top1: 1,
    reason: null,
  });
});

it("has no accuracy where every call failed, and none at all without rows", () => {
  const failed = runStatistics([row(-1)]);
  expect(failed.recommended).toMatchObject({
    accuracyOfAnswered: null,
    accuracyOfAll: 0,
    reason: "no_items",
  });
  expect(failed.upstream).toMatchObject({ top1: null, statisticsAccuracy: 0, reason: "no_items" });
  const none = runStatistics([]);
  expect(none.recommended).toMatchObject({ items: 0, accuracyOfAll: null, reason: "no_items" });
  expect(none.upstream).toMatchObject({ statisticsAccuracy: null, reason: "no_items" });
});

it("refuses a success that means nothing", () => {
  expect(() => runStatistics([row(2 as Success)])).toThrow(/success is 2/);
});
