import { describe, expect, test } from "vitest";
import { jsonProblems } from "#lib/files/json-document.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { readJsonBook, readWrittenBook } from "#lib/imports/coding/code-book.ts";

test("a code book is written as a code a line, as a list, or as a set of one's own", () => {
  const list = { ok: true, value: ["Guess", "Knowledge"] };
  expect(readWrittenBook("\n Guess \r\n\r\nKnowledge\n")).toEqual(list);
  expect(readWrittenBook(' ["Guess",\n"Knowledge"]')).toEqual(list);
  expect(readJsonBook('\uFEFF["Guess", "Knowledge"]')).toEqual(list);
  const set = { name: "why-2", labels: [{ name: "Guess" }, { name: "Knowledge" }] };
  expect(readWrittenBook(JSON.stringify(set))).toEqual({ ok: true, value: set });
});

const long = "x".repeat(300);

type Fields = Readonly<Record<string, string | RegExp>>;

describe("what is wrong with a code book is said in English with its place, and as a key for screens", () => {
  test.each<[string, RegExp, Fields]>([
    ["", /at least 2 labels/, { problem: "few", least: "2" }],
    ["Guess", /at least 2 labels/, { problem: "few", least: "2" }],
    [
      "Guess\nKnowledge\n\nGuess",
      /^Line 4: “Guess” stands on line 1 already/,
      { problem: "repeated", line: "4", name: "Guess", first: "1" },
    ],
    [`Guess\n\n${long}`, /^Line 3: /, { problem: "long", line: "3", most: "60" }],
    [
      '["Guess"\n"Knowledge"]',
      /A comma or “]” is missing here.*Line 2, character 1/,
      { problem: "cut_list", line: "2", character: "1" },
    ],
    ['["Guess",\n ""]', /^Line 2, \[1\]: /, { problem: "empty", line: "2", part: "[1]" }],
    ['["Guess", "Guess"]', /Labels must differ/, { problem: "twice" }],
    [
      '{"name": "why-2",\n "labels": [{"name": "Guess"},\n {"nam": "Knowledge"}]}',
      /^Line 3, labels\[1\]/,
      { problem: "shape", line: "3", part: "labels[1].name" },
    ],
    [
      '{"name": "thought-analysis", "labels": [{"name": "a"}, {"name": "b"}]}',
      /a label set of the product/i,
      { problem: "reserved_name", line: "1", part: "name" },
    ],
  ])("%j", (text, problem, fields) => {
    expect(readWrittenBook(text)).toEqual({
      ok: false,
      error: "bad_codes",
      fields: { codes: expect.stringMatching(problem), ...fields },
    });
  });
});

test("each key has its words, in both languages", () => {
  const { at: _at, ...words } = en.resultsExport.coding.bookProblems;
  for (const problem of jsonProblems) expect(words).toHaveProperty(problem);
});
