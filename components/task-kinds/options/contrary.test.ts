import { expect, test } from "vitest";
import { findContrary } from "#components/task-kinds/options/contrary.ts";

test.each([
  [0, [0.3, 0.6, 0.1], 1],
  [2, [0.4, 0.4, 0.2], 0],
  [1, [0.3, 0.6, 0.1], null],
  [0, [0.4, 0.4, 0.2], null],
  [0, [], null],
  [null, [0.3, 0.6, 0.1], null],
  // Not adding up yet.
  [0, [0.3, NaN, 0.1], null],
])("%j with %j given", (choice, probabilities, likelier) => {
  const found = findContrary({ choice, probabilities });
  expect(found?.likelier ?? null).toBe(likelier);
});
