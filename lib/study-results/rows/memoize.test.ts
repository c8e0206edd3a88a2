import { expect, test } from "vitest";
import { isWorking, recall } from "#lib/study-results/rows/memoize.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const newRows = () => makeRandomRows({ people: 1, cases: 1, runs: 0, seed: 1 });

test("what was made of some rows is made once, and anew for other rows", () => {
  const [rows, others] = [newRows(), newRows()];
  const one = recall(rows, "a", () => ({}));
  expect(recall(rows, "a", () => ({}))).toBe(one);
  expect(recall(rows, "b", () => ({}))).not.toBe(one);
  expect(recall(others, "a", () => ({}))).not.toBe(one);
});

test("what failed is tried again, and what is undefined counts as made", async () => {
  const rows = newRows();
  await expect(recall(rows, "a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(recall(rows, "a", () => Promise.resolve(1))).resolves.toBe(1);
  let made = 0;
  for (let i = 0; i < 2; i++) recall(rows, "b", () => void (made += 1));
  expect(made).toBe(1);
});

test("of very many views those that nobody looks at are forgotten", () => {
  const rows = newRows();
  const [watched, forgotten] = [{}, {}];
  recall(rows, "forgotten", () => forgotten);
  recall(rows, "watched", () => watched);
  for (let i = 0; i < 500; i++) {
    recall(rows, `view ${i}`, () => i);
    recall(rows, "watched", () => ({}));
  }
  expect(recall(rows, "watched", () => ({}))).toBe(watched);
  expect(recall(rows, "forgotten", () => ({}))).not.toBe(forgotten);
});

test("it is known whether something is still being made", async () => {
  const [rows, others] = [newRows(), newRows()];
  const { promise, resolve } = Promise.withResolvers<number>();
  recall(rows, "a", () => promise);
  recall(rows, "a", () => promise);
  const failing = recall(rows, "b", () => Promise.reject(new Error("no"))).catch(() => null);
  expect([isWorking(rows), isWorking(others)]).toEqual([true, false]);
  resolve(1);
  await Promise.all([promise, failing]);
  await expect.poll(() => isWorking(rows)).toBe(false);
});
