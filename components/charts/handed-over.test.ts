import { expect, test } from "vitest";
import { handOver, takeOver } from "#components/charts/handed-over.ts";

test("each drawing lies in a place of its own until thousands have come after it", () => {
  const [first, second] = [handOver("<path/>"), handOver("<path/>")];
  expect(first).not.toBe(second);
  const third = handOver("<rect/>");
  expect([first, second, third].map(takeOver)).toEqual(["<path/>", "<path/>", "<rect/>"]);
  for (let i = 0; i < 1998; i++) handOver("");
  expect([first, second, third].map(takeOver)).toEqual(["", "<path/>", "<rect/>"]);
});
