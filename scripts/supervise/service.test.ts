import { expect, test, vi } from "vitest";
import { RestartBackoff } from "#scripts/supervise/service.ts";

test("pauses grow, and the sixth failure within a minute is the last", () => {
  const giveUp = vi.fn();
  const backoff = new RestartBackoff(giveUp);
  expect([1, 2, 3, 4, 5].map((second) => backoff.next(second * 1000))).toEqual([250, 500, 1000, 2000, 4000]);
  expect(giveUp).not.toHaveBeenCalled();
  expect(backoff.next(6000)).toBeNull();
  expect(giveUp).toHaveBeenCalledOnce();
});

test("what failed long ago is forgotten", () => {
  const backoff = new RestartBackoff(vi.fn());
  for (let minute = 0; minute < 20; minute++) expect(backoff.next(minute * 60_000)).toBe(250);
});
