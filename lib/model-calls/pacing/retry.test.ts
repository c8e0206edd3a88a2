import { expect, test } from "vitest";
import { priceOf } from "#lib/model-calls/price.ts";
import { readRetryAfter, waitBeforeNext } from "#lib/model-calls/pacing/retry.ts";

const asked = (retryAfterMs: number | null) => ({ retryAfterMs });

test.each([
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [6, 32_000],
  [7, 60_000],
  [5000, 60_000],
])("after %i tries the wait is anything up to %i ms", (tries, most) => {
  expect(waitBeforeNext(tries, asked(null), () => 0)).toBe(0);
  expect(waitBeforeNext(tries, asked(null), () => 0.5)).toBe(most / 2);
  expect(waitBeforeNext(tries, asked(null), () => 1)).toBe(most);
});

test("what the server asks for is waited at least, up to ten minutes, and everybody comes back apart", () => {
  expect(waitBeforeNext(1, asked(30_000), () => 0)).toBe(30_000);
  expect(waitBeforeNext(1, asked(30_000), () => 0.5)).toBe(30_500);
  expect(waitBeforeNext(1, asked(86_400_000), () => 0)).toBe(600_000);
  expect(waitBeforeNext(1, asked(-5), () => 0)).toBe(0);
});

test("a scale shortens all of it", () => {
  expect(waitBeforeNext(2, asked(30_000), () => 0.5, 0.001)).toBe(31);
});

const now = Date.parse("2026-11-27T10:00:00Z");
test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["1.5", 1500],
  ["Fri, 27 Nov 2026 10:00:30 GMT", 30_000],
  ["Friday, 27-Nov-26 10:00:30 GMT", 30_000],
  ["Fri Nov 27 10:00:30 2026 GMT", 30_000],
  ["Fri, 27 Nov 2026 09:00:00 GMT", 0],
  ["", null],
  ["-1", null],
  ["soon", null],
  ["in 5 minutes", null],
  [null, null],
])("Retry-After: %s", (value, ms) => {
  expect(readRetryAfter(value, now)).toBe(ms);
});

const prices = { input: 2, cached: 0.5, output: 8 };
test.each([
  ["all of it", { input: 1000, cached: 400, output: 100 }, prices, (600 * 2 + 400 * 0.5 + 100 * 8) / 1e6],
  ["none counted as cached", { input: 1000, cached: null, output: 0 }, prices, 0.002],
  ["more cached than there was", { input: 10, cached: 20, output: 0 }, prices, (10 * 0.5) / 1e6],
  ["no price for cached ones", { input: 1000, cached: 400, output: 0 }, { ...prices, cached: null }, 0.002],
  ["what costs nothing", { input: 1000, cached: 0, output: 5 }, { input: 0, cached: null, output: 0 }, 0],
  ["no count of the output", { input: 1000, cached: 0, output: null }, prices, null],
  ["no count of the input", { input: null, cached: null, output: 5 }, prices, null],
  ["no price of the output", { input: 1000, cached: 0, output: 5 }, { ...prices, output: null }, null],
  ["no price of the input", { input: 1000, cached: 0, output: 5 }, { ...prices, input: null }, null],
])("the price of %s", (_, tokens, at, price) => {
  expect(priceOf({ reasoning: null, ...tokens }, at)).toBe(price);
});
