import { expect, test } from "vitest";
import { handOver, takeOver } from "#components/ui/written/handed-over.ts";

test("each part lies in a place of its own until thousands have come after it", () => {
  const [first, second] = [handOver("<path/>"), handOver("<path/>")];
  expect(first).not.toBe(second);
  const third = handOver("<rect/>");
  expect([first, second, third].map(takeOver)).toEqual(["<path/>", "<path/>", "<rect/>"]);
  for (let i = 0; i < 1998; i++) handOver("");
  expect([first, second, third].map(takeOver)).toEqual(["", "<path/>", "<rect/>"]);
});

test("large parts make room for each other, and the newest is always there", () => {
  const large = "x".repeat(20_000_000);
  const [first, second] = [handOver(large), handOver(large)];
  expect(takeOver(first)).toBe("");
  expect(takeOver(second)).toBe(large);
});
