import { expect, test } from "vitest";
import { isWorking, memoize } from "#lib/study-results/rows/memoize.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const newRows = () => makeRandomRows({ people: 1, cases: 1, runs: 0, seed: 1 });

test("what was made of some rows is made once, and anew for other rows", () => {
  const [rows, others] = [newRows(), newRows()];
  const one = memoize(rows, "a", () => ({}));
  expect(memoize(rows, "a", () => ({}))).toBe(one);
  expect(memoize(rows, "b", () => ({}))).not.toBe(one);
  expect(memoize(others, "a", () => ({}))).not.toBe(one);
});

test("what failed is tried again, and what is undefined counts as made", async () => {
  const rows = newRows();
  await expect(memoize(rows, "a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(memoize(rows, "a", () => Promise.resolve(1))).resolves.toBe(1);
  let made = 0;
  for (let i = 0; i < 2; i++) memoize(rows, "b", () => void (made += 1));
  expect(made).toBe(1);
});

test("of very many views those that nobody looks at are forgotten", () => {
  const rows = newRows();
  const [watched, forgotten] = [{}, {}];
  memoize(rows, "forgotten", () => forgotten);
  memoize(rows, "watched", () => watched);
  for (let i = 0; i < 500; i++) {
    memoize(rows, `view ${i}`, () => i);
    memoize(rows, "watched", () => ({}));
  }
  expect(memoize(rows, "watched", () => ({}))).toBe(watched);
  expect(memoize(rows, "forgotten", () => ({}))).not.toBe(forgotten);
});

test("it is known whether something is still being made", async () => {
  const [rows, others] = [newRows(), newRows()];
  const { promise, resolve } = Promise.withResolvers<number>();
  memoize(rows, "a", () => promise);
  memoize(rows, "a", () => promise);
  const failing = memoize(rows, "b", () => Promise.reject(new Error("no"))).catch(() => null);
  expect([isWorking(rows), isWorking(others)]).toEqual([true, false]);
  resolve(1);
  await Promise.all([promise, failing]);
  await expect.poll(() => isWorking(rows)).toBe(false);
});
