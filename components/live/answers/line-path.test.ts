import { expect, test } from "vitest";
import { linePath } from "#components/live/answers/line-path.ts";

test("each step goes along, then up; after the last it stays level", () => {
  const steps = [
    [0, 1],
    [30, 3],
    [60, 4],
  ] as const;
  expect(linePath(steps, 120)).toBe("M0 100H0V75H25V25H50V0H100");
});

test("a single answer is a step at once", () => {
  expect(linePath([[0, 1]], 0)).toBe("M0 100H0V0H100");
});
