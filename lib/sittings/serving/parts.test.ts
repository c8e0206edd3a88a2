import { expect, test } from "vitest";
import { findParts } from "#lib/sittings/serving/parts.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const sit = (practice: readonly KindName[], cases: readonly KindName[]) =>
  [...practice, ...cases].map((kind, i) => ({
    position: i + 1,
    isPractice: i < practice.length,
    asked: { kind },
  }));

test("where all cases are of one kind there are no parts", () => {
  expect(findParts(sit(["choice"], ["choice", "choice"])).size).toBe(0);
  expect(findParts([]).size).toBe(0);
});

test("each kind begins a part, and so does its practice", () => {
  const parts = findParts(sit(["choice", "rating"], ["choice", "choice", "rating", "label"]));
  expect([...parts]).toEqual([
    [1, { kind: "choice", number: 1, count: 3 }],
    [2, { kind: "rating", number: 2, count: 3 }],
    [3, { kind: "choice", number: 1, count: 3 }],
    [5, { kind: "rating", number: 2, count: 3 }],
    [6, { kind: "label", number: 3, count: 3 }],
  ]);
});
