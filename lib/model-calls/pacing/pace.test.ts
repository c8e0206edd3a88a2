import { expect, test } from "vitest";
import { Pace } from "#lib/model-calls/pacing/pace.ts";
import { Spending } from "#lib/endpoint-runs/spending.ts";

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
