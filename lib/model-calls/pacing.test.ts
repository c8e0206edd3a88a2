import { expect, test } from "vitest";
import { Spending } from "#lib/endpoint-runs/running/work-off.ts";
import { Pace, readRetryAfter, waitBeforeNext } from "#lib/model-calls/pacing.ts";
import { priceOf } from "#lib/model-calls/schema.ts";

const clock = () => {
  const at = { ms: 1000 };
  return { at, now: () => at.ms };
};

test("without limits nobody waits", () => {
  const pace = new Pace({ callsPerMinute: null, tokensPerMinute: null }, clock().now);
  expect([pace.reserve(1e6), pace.reserve(1e6)]).toEqual([0, 0]);
});

test("calls are spread over the minute, and time that passes unused isn't saved up", () => {
  const { at, now } = clock();
  const pace = new Pace({ callsPerMinute: 60, tokensPerMinute: null }, now);
  expect([pace.reserve(1), pace.reserve(1), pace.reserve(1)]).toEqual([0, 1000, 2000]);
  at.ms += 10_000;
  expect([pace.reserve(1), pace.reserve(1)]).toEqual([0, 1000]);
});

test("tokens are reckoned ahead, and set right once they are known", () => {
  const { now } = clock();
  const pace = new Pace({ callsPerMinute: null, tokensPerMinute: 60_000 }, now);
  expect([pace.reserve(2000), pace.reserve(1000)]).toEqual([0, 2000]);
  pace.correct(1000, 3000);
  expect(pace.reserve(1)).toBe(5000);
});

const free = { budgetMoney: null, budgetTokens: null, failuresInARow: 3 };

test("a run stops when its money or its tokens are used up, what was spent before included", () => {
  const spending = new Spending({ ...free, budgetMoney: 1 }, { money: 0.5, tokens: 0 });
  spending.add(0.4, 10, false);
  expect(spending.stop).toBeNull();
  spending.add(0.1, 10, false);
  expect(spending.stop).toBe("money");
  const counted = new Spending({ ...free, budgetTokens: 100 }, { money: 0, tokens: 90 });
  counted.add(0, 10, false);
  expect(counted.stop).toBe("tokens");
});

test("it stops after so many failures in a row; an answer between begins the count anew", () => {
  const spending = new Spending(free, { money: 0, tokens: 0 });
  for (const failed of [true, true, false, true, true]) spending.add(0, 0, failed);
  expect(spending.stop).toBeNull();
  spending.add(0, 0, true);
  expect(spending.stop).toBe("failures");
});

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
