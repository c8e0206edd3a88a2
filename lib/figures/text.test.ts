import { expect, test } from "vitest";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";

test("letters are as wide as the font says, Chinese ones fill a square", () => {
  expect(widthOf("GPT", 1000)).toBeCloseTo(617 + 566 + 536);
  expect(widthOf("GPT", 1000, "semibold")).toBeCloseTo(628 + 582 + 546);
  expect(widthOf("红楼梦", 10)).toBe(30);
});

test("a text is shortened to its room, and only where it has to be", () => {
  const name = "Mistral-Large-Instruct-2411";
  expect(shorten(name, 400, 13)).toBe(name);
  const short = shorten(name, 80, 13);
  expect(short).toMatch(/^Mistral-.*…$/);
  expect(widthOf(short, 13)).toBeLessThanOrEqual(80);
  expect(shorten("𠀀𠀀𠀀𠀀", 25, 10)).toBe("𠀀…");
});

test("lines break after spaces, hyphens and Chinese letters; the last one is shortened", () => {
  expect(wrap("Llama-3.3-70B-Instruct", 80, 13)).toEqual(["Llama-3.3-", "70B-Instruct"]);
  expect(wrap("红楼梦人物模型", 40, 10)).toEqual(["红楼梦人", "物模型"]);
  expect(wrap("红楼梦人，物（模型）", 40, 10)).toEqual(["红楼梦", "人，物…"]);
  expect(wrap("红楼梦（人物）", 40, 10)).toEqual(["红楼梦", "（人物）"]);
  expect(wrap("Agreed (n\u00a0=\u00a012)", 60, 13)).toEqual(["Agreed", "(n\u00a0=\u00a012)"]);
  const lines = wrap("one two three four five six seven eight nine", 60, 13);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  for (const line of lines) expect(widthOf(line, 13)).toBeLessThanOrEqual(60);
});
