import { expect, it } from "vitest";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";

it("has no deviation where all runs are alike", () => {
  expect(overReplicates([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, sd: 0, n: 3, reason: null });
});

it("has neither below two runs, and says why", () => {
  expect(overReplicates([])).toEqual({ mean: null, sd: null, n: 0, reason: "no_items" });
  expect(overReplicates([0.5])).toEqual({ mean: null, sd: null, n: 1, reason: "too_few_items" });
});

it("refuses what is no number", () => {
  expect(() => overReplicates([0.5, NaN])).toThrow(/a value is NaN/);
});
