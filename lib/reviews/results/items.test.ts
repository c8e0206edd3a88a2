import { expect, test } from "vitest";
import { listItems } from "#lib/reviews/results/items.ts";
import type { DecisionRow, ItemRow } from "#lib/reviews/results/rows-queries.ts";

const items: ItemRow[] = [1, 2, 3, 4, 5].map((number) => ({
  number,
  batch: number < 4 ? 1 : 2,
  round: 1,
  track: "Interviews",
  key: `case-${number}`,
  version: 1,
}));

const check = {
  reviewer: 2,
  isRight: true,
  errorType: null,
  correctedAccepts: null,
  correctedReason: null,
  comment: "",
  givenAt: 0,
  blind: null,
  dispute: null,
  isAuditDrawn: false,
  audit: null,
};
const wrong = { isRight: false, errorType: "missed", correctedAccepts: false, correctedReason: "unclear" };

const decide = (item: number, given: Partial<DecisionRow>): DecisionRow => ({
  item,
  round: 1,
  annotator: 1,
  ordinal: item + 1,
  revision: 1,
  accepts: true,
  reason: null,
  comment: "",
  givenAt: 0,
  rate: 0.5,
  band: 1,
  isDrawn: false,
  isDrawnTwice: false,
  reviewedBefore: 0,
  rightBefore: 0,
  check: null,
  second: null,
  ...given,
});

const rows = {
  items,
  decisions: [
    decide(0, {}),
    decide(1, { isDrawn: true }),
    decide(2, { isDrawn: true, check: { ...check, ...wrong } }),
    decide(3, { isDrawn: true, check, annotator: 3 }),
  ],
};

test("an item stands where its last decision and its check leave it", () => {
  expect(listItems(rows, new Set(), {}).map(({ standing, accepts }) => [standing, accepts])).toEqual([
    ["unchecked", true],
    ["to_check", true],
    ["corrected", false],
    ["right", true],
    ["waiting", null],
  ]);
});

test("what is asked for together has to hold together", () => {
  const numbers = (filter: Parameters<typeof listItems>[2]) =>
    listItems(rows, new Set(), filter).map(({ number }) => number);
  expect(numbers({ outcome: "rejected" })).toEqual([3]);
  expect(numbers({ outcome: "accepted", batch: 1 })).toEqual([1, 2]);
  expect(numbers({ annotator: 3, standing: "right" })).toEqual([4]);
  expect(numbers({ annotator: 3, batch: 1 })).toEqual([]);
  expect(numbers({ reason: "unclear", error: "missed" })).toEqual([3]);
  expect(numbers({ error: "too_strict" })).toEqual([]);
});

test("what is withheld from the viewer is listed as waiting for a check, and found by nothing else", () => {
  const list = (filter: Parameters<typeof listItems>[2]) =>
    listItems(rows, new Set([2, 3]), filter).map(({ number, standing, accepts }) => [
      number,
      standing,
      accepts,
    ]);
  const both = [
    [2, "to_check", null],
    [3, "to_check", null],
  ];
  expect(list({ standing: "to_check" })).toEqual(both);
  expect(list({ annotator: 1, batch: 1 })).toEqual([[1, "unchecked", true], ...both]);
  expect([list({ outcome: "rejected" }), list({ reason: "unclear" }), list({ error: "missed" })]).toEqual([
    [],
    [],
    [],
  ]);
  expect(list({ outcome: "accepted", batch: 1 })).toEqual([[1, "unchecked", true]]);
});
