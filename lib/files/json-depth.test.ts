import { expect, test } from "vitest";
import { isTooDeep } from "#lib/files/json-depth.ts";

const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;

test("deeper than 64 levels is too deep, however deep that is", () => {
  expect(
    [0, 1, 64, 65, 100_000].map((levels) => (levels === 0 ? isTooDeep("a") : isTooDeep(nested(levels)))),
  ).toEqual([false, false, false, true, true]);
  expect(isTooDeep({ a: [{ b: nested(61) }] })).toBe(false);
  expect(isTooDeep({ a: [{ b: nested(62) }] })).toBe(true);
});
