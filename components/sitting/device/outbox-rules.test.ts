import { expect, test } from "vitest";
import { z } from "zod";
import {
  concernsWholeSitting,
  retryDelay,
  findKnown,
  isRewording,
  isSameAnswer,
  isUpToDate,
  makeAnswerId,
  takeNewer,
  readResponse,
  renumber,
  type Entry,
} from "#components/sitting/device/outbox-rules.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";

const value = (given: Partial<AnswerValue> = {}) => answerValue.parse(given);
const entry = (position: number, revision: number, choice: number): Entry => ({
  sittingId: "s",
  id: `${position}/${revision}/${choice}`,
  position,
  revision,
  value: value({ choice }),
  clientAt: "2026-11-21T00:00:00Z",
});
const at = (position: number, revision: number, choice: number) => ({
  position,
  revision,
  answer: value({ choice }),
});

test("a draft is out of date once another answer counts than the one it was written upon, whatever its number", () => {
  const [mine, theirs] = [value({ choice: 1 }), value({ choice: 2 })];
  expect(isUpToDate({ upon: mine }, { revision: 2, answer: { ...mine, activeMs: 900 } })).toBe(true);
  expect(isUpToDate({ upon: mine }, { revision: 2, answer: theirs })).toBe(false);
  expect(isUpToDate({ upon: null }, { revision: 1, answer: theirs })).toBe(false);
  expect(isUpToDate({ upon: null }, { revision: 0, answer: null })).toBe(true);
});

test("the higher revision counts, and of equal ones what waits here", () => {
  const stored = takeNewer(new Map(), [at(1, 3, 0), at(2, 1, 0)]);
  const choiceAt = (position: number, queue: Entry[]) => {
    const { answer, revision } = findKnown(position, stored, queue);
    return [answer?.choice, revision];
  };
  expect(choiceAt(1, [])).toEqual([0, 3]);
  expect(choiceAt(1, [entry(1, 2, 4)])).toEqual([0, 3]);
  expect(choiceAt(1, [entry(1, 3, 4)])).toEqual([4, 3]);
  expect(choiceAt(1, [entry(1, 5, 4), entry(1, 4, 2), entry(2, 9, 1)])).toEqual([4, 5]);
  expect(choiceAt(1, [entry(1, 4, 4), entry(1, 4, 2)])).toEqual([2, 4]);
  expect(findKnown(7, stored, [])).toEqual({ answer: null, revision: 0 });
});

test("nothing older takes the place of something newer", () => {
  const stored = takeNewer(new Map(), [at(1, 3, 0)]);
  expect(takeNewer(stored, [at(1, 2, 5), at(1, 3, 5)]).get(1)?.answer?.choice).toBe(0);
  expect(takeNewer(stored, [at(1, 4, 5)]).get(1)?.answer?.choice).toBe(5);
});

test("what was answered later here keeps its place after what got a higher number", () => {
  const queue = [entry(1, 3, 0), entry(2, 3, 0), entry(1, 4, 1), entry(1, 9, 2)];
  expect(renumber(queue, 1, 5).map(({ revision }) => revision)).toEqual([6, 3, 7, 9]);
  expect(queue[0]?.revision).toBe(3);
});

test("words and times alone are a rewording, anything else is a decision", () => {
  const before = value({ choice: 1, probabilities: [0.5, 0.5] });
  const reworded = { ...before, reason: "The tide", activeMs: 9, focusLosses: 2, firstAnswerMs: 4 };
  expect(isRewording(before, reworded)).toBe(true);
  expect(isSameAnswer(before, reworded)).toBe(false);
  expect(isSameAnswer(before, { ...before, activeMs: 9, reason: "" })).toBe(true);
  expect(isSameAnswer(null, null)).toBe(true);
  expect(isSameAnswer(null, before)).toBe(false);
  const changes = [{ choice: 2 }, { confidence: 0 }, { knowsWork: false }, { isFlagged: true }];
  for (const change of [...changes, { probabilities: [0.4, 0.6] }])
    expect([change, isRewording(before, { ...before, ...change })]).toEqual([change, false]);
});

test("an answer is taken or refused by the product’s own word alone", () => {
  const acknowledged = { revision: 2, savedAt: "2026-11-21T00:00:00Z", current: 2, newer: null };
  expect(readResponse(200, acknowledged)).toBe(acknowledged);
  expect(readResponse(409, { error: "closed" })).toBe("closed");
  expect(readResponse(401, { error: "not_signed_in" })).toBe("not_signed_in");
  const strangers: [number, unknown][] = [
    [200, null],
    [200, "<html>"],
    [200, {}],
    [200, { error: "closed" }],
    [302, { error: "closed" }],
    [404, null],
    [404, { message: "no such page" }],
    [408, { error: "invalid" }],
    [429, { error: "throttled" }],
    [500, { error: "invalid" }],
    [503, { error: "closed" }],
  ];
  for (const [status, body] of strangers)
    expect([status, body, readResponse(status, body)]).toEqual([status, body, null]);
});

test("one answer that isn’t taken doesn’t hold up the others, an ended sitting does", () => {
  expect((["invalid", "passed", "not_served"] as const).map(concernsWholeSitting)).toEqual([
    false,
    false,
    false,
  ]);
  const ends = ["closed", "submitted", "withdrawn", "full", "time_over", "not_found", "not_allowed"] as const;
  expect(ends.every(concernsWholeSitting)).toBe(true);
});

test("waits longer and longer, up to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => retryDelay(failures, 1) / 1000)).toEqual([
    1, 2, 4, 8, 16, 30, 30,
  ]);
  expect(retryDelay(1, 0)).toBe(750);
});

test("makes an id that the server takes for one, another every time", () => {
  const ids = Array.from({ length: 100 }, makeAnswerId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
