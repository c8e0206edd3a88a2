import { expect, test } from "vitest";
import { maxInComment, withQuotes } from "#components/reviews/queue/work/quote.ts";

const mark = (quote: string) => ({ from: { piece: 0, offset: 0 }, to: { piece: 0, offset: 1 }, quote });

test("what is marked is quoted in a comment once, beneath what was written, as far as there is room", () => {
  expect(withQuotes("", [mark("Three of us"), mark("and Ruth")])).toBe("“Three of us”\n“and Ruth”");
  expect(withQuotes("A panel.\n", [mark("Three of us")])).toBe("A panel.\n“Three of us”");
  expect(withQuotes("“Three of us” says it.", [mark("Three of us")])).toBe("“Three of us” says it.");
  const full = "x".repeat(maxInComment - 6);
  expect(withQuotes(full, [mark("too long"), mark("abc")])).toBe(`${full}\n“abc”`);
});
