import { describe, expect, test } from "vitest";
import { readJsonBook, readWrittenBook } from "#lib/study-exports/coding/code-book.ts";

test("a code book is written as a code a line, as a list, or as a set of one's own", () => {
  const list = { ok: true, value: ["Guess", "Knowledge"] };
  expect(readWrittenBook("\n Guess \r\n\r\nKnowledge\n")).toEqual(list);
  expect(readWrittenBook(' ["Guess",\n"Knowledge"]')).toEqual(list);
  expect(readJsonBook('\uFEFF["Guess", "Knowledge"]')).toEqual(list);
  const set = { name: "why-2", labels: [{ name: "Guess" }, { name: "Knowledge" }] };
  expect(readWrittenBook(JSON.stringify(set))).toEqual({ ok: true, value: set });
});

const long = "x".repeat(300);

describe("what is wrong with a code book is said with its place", () => {
  test.each([
    ["", /at least 2 labels/],
    ["Guess", /at least 2 labels/],
    ["Guess\nKnowledge\n\nGuess", /^Line 4: “Guess” stands on line 1 already/],
    [`Guess\n\n${long}`, /^Line 3: /],
    ['["Guess"\n"Knowledge"]', /A comma or “]” is missing here.*Line 2, character 1/],
    ['["Guess",\n ""]', /^Line 2, \[1\]: /],
    ['{"name": "why-2",\n "labels": [{"name": "Guess"},\n {"nam": "Knowledge"}]}', /^Line 3, labels\[1\]/],
    ['{"name": "thought-analysis", "labels": [{"name": "a"}, {"name": "b"}]}', /a label set of the product/i],
  ])("%j", (text, problem) => {
    expect(readWrittenBook(text)).toEqual({
      ok: false,
      error: "bad_codes",
      fields: { codes: expect.stringMatching(problem) },
    });
  });
});
