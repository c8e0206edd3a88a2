import { expect, test } from "vitest";
import { optionResults } from "#lib/task-kinds/options/server-kind.ts";

const { aggregate, category, shownAt, sureOf } = optionResults;
const unsure = { choice: null, probabilities: [] };
const shared = { choice: 2, probabilities: [0.1, 0.2, 0.7] };

test("an answer counts for the option of the case, wherever that stood on the screen", () => {
  expect([category(shared), shownAt(shared, [2, 0, 1]), shownAt(shared, [0, 1, 2])]).toEqual([2, 0, 2]);
  expect([category(unsure), shownAt(unsure, [2, 0, 1])]).toEqual([null, null]);
});

test("how sure somebody was is the one number, or what the chosen option was given", () => {
  expect(sureOf({ choice: 1, probabilities: [] }, 0.4)).toBe(0.4);
  expect(sureOf(shared, null)).toBe(0.7);
  expect(sureOf({ choice: 1, probabilities: [] }, null)).toBeNull();
  expect(sureOf({ ...shared, choice: null }, null)).toBeNull();
});

test("the answers of many are what most of them chose, and among equals none", () => {
  expect(aggregate(Int32Array.of(1, 3, 0), 1)).toEqual({ choice: 1, tied: [], credit: 1 });
  expect(aggregate(Int32Array.of(2, 0, 2), 0)).toEqual({ choice: null, tied: [0, 2], credit: 0.5 });
  expect(aggregate(new Int32Array(3), 0)).toEqual({ choice: null, tied: [], credit: null });
});
