import { describe, expect, test } from "vitest";
import { pathInWords, readJsonDocument } from "#lib/files/json-document.ts";

test.each([
  "{}",
  "[]",
  '{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9", {"b": {}}]}',
  ' \n\t"alone"\r\n',
  '{"__proto__": 1, "": 0}',
])("%s is read as JSON.parse reads it", (text) => {
  const read = readJsonDocument(text);
  expect(read.ok && read.document.value).toEqual(JSON.parse(text));
});

test("each part is found on its line", () => {
  const read = readJsonDocument('{\n  "mcqs": [\n    {"id": "a"},\n    {\n      "id":\n "b"}\n  ]\n}');
  if (!read.ok) throw new Error(read.fault.problem);
  const { lineOf } = read.document;
  expect(
    [["mcqs"], ["mcqs", 0, "id"], ["mcqs", 1], ["mcqs", 1, "id"], ["mcqs", 1, "gone"], []].map(lineOf),
  ).toEqual([2, 3, 4, 6, 4, 1]);
  expect(pathInWords(["mcqs", 1, "id"])).toBe("mcqs[1].id");
});

test("a document of more than a million values is refused before it is read", () => {
  expect(readJsonDocument(`[${"1,".repeat(1_000_000)}1]`)).toMatchObject({
    ok: false,
    fault: {
      line: 1,
      column: null,
      problem: expect.stringContaining("more than 1,000,000 values") as string,
    },
  });
});

test("a text of a million escapes is read", () => {
  const text = '\n"'.repeat(500_000);
  const read = readJsonDocument(JSON.stringify({ text }));
  expect(read.ok && (read.document.value as { text: string }).text.length).toBe(text.length);
});

describe("what isn't meant one way only is refused, with its place", () => {
  test.each([
    ['{"a": 1,\n "a": 2}', 2, "a", /stands twice.*\(Line 2, character 2\.\)/],
    ['{"a": {"b": 1, "\\u0062": 2}}', 1, "a.b", /stands twice/],
    ['{"score": NaN}', 1, "score", /NaN and Infinity/],
    ['{"score": -Infinity}', 1, "score", /NaN and Infinity/],
    ['{"score": 1e999}', 1, "score", /too large/],
    ['{"score": 05}', 1, "score", /not JSON/],
    ['{"a": 1,}', 1, null, /name of a value/],
    ['{"a": [1\n', 2, "a", /cut off/],
    ['{"a": "x', 1, "a", /never closed/],
    ['{"a": "x\ny"}', 1, "a", /line break/],
    ['{"a": "\\u0000"}', 1, "a", /U\+0000/],
    ['{"a": "\\ud83d"}', 1, "a", /half a character/],
    ['{"a" 1}', 1, "a", /colon/],
    ["{} {}", 1, null, /follows the end/],
    ["", 1, null, /missing or misspelt/],
    ["[".repeat(70), 1, /^\[0\]/, /64 levels/],
  ])("%s", (text, line, column, problem) => {
    const read = readJsonDocument(text);
    if (read.ok) throw new Error("it was read");
    expect(read.fault.line).toBe(line);
    if (column instanceof RegExp) expect(read.fault.column).toMatch(column);
    else expect(read.fault.column).toBe(column);
    expect(read.fault.problem).toMatch(problem);
  });
});
