import { expect, test } from "vitest";
import { countClose, countUnaffordable, isHasty } from "#lib/study-results/rows/exclusions.ts";

const rule = { seconds: 4, share: 0.5 };
const byServer = { ...rule, byServer: true };

test("haste is more than the share of cases, and less than the seconds", () => {
  const isFast = (times: number[]) => isHasty({ times, arrivals: [] }, rule);
  expect([[3999, 4000], [3999, 3999, 4000], [4000, 4000], []].map(isFast)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test("the server’s clock finds haste that no device measured, where the plan asks it", () => {
  const arrivals = Array.from({ length: 12 }, (_, i) => 400 * (i + 1));
  expect(isHasty({ times: [], arrivals }, byServer)).toBe(true);
  expect(isHasty({ times: [], arrivals }, rule)).toBe(false);
  const forged = Array.from({ length: 12 }, () => 30_000);
  expect(isHasty({ times: forged, arrivals: arrivals.map((ms) => ms / 5) }, byServer)).toBe(true);
});

test("answers that were kept offline arrive together, and the time before them had room", () => {
  const arrivals = Array.from({ length: 12 }, (_, i) => 60_000 + i);
  expect(countUnaffordable(arrivals, 4)).toBe(0);
  expect(isHasty({ times: [], arrivals }, byServer)).toBe(false);
  expect(countClose(arrivals, 4)).toBe(11);
});

test("a slow case makes up for one fast one at most, in whatever order they are listed", () => {
  expect(countUnaffordable([12_000, 1000, 2000, 3000], 4)).toBe(3);
  expect(countUnaffordable([], 4)).toBe(0);
  expect(countClose([9000, 1000, 5000], 4)).toBe(1);
});
