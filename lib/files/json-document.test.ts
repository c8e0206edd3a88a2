import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine, pathInWords, readJsonDocument } from "#lib/files/json-document.ts";
import { findRepeatedKey } from "#lib/files/json-text.ts";

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

const problemOf = (text: string) => {
  const read = parseLine(Buffer.from(text), 7);
  return read.ok ? null : { line: read.problem.line, problem: read.problem.problem };
};

test("a line that goes deeper than anything that is meant is a problem of that line", () => {
  const deep = `{"key":"1","more":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const flatter = expect.stringContaining("more than 64 levels deep");
  expect(problemOf(deep)).toEqual({ line: 7, problem: flatter });
  expect(problemOf(deep.replace('"1"', '"\\ud83d\\ude00"'))).toEqual({ line: 7, problem: flatter });
  expect(problemOf(`{"key":"1","more":[[[{"a":1}]]]}`)).toBeNull();
});

const placeOf = (text: string) => {
  const read = parseLine(Buffer.from(text), 4);
  return read.ok ? null : [read.problem.column, read.problem.problem];
};

describe("a line of JSON", () => {
  test("has each key once", () => {
    expect(placeOf('{"id":"a","rating":3,"rating":4}')).toEqual([
      "rating",
      "This key stands twice in one object. Remove one of them.",
    ]);
    expect(placeOf('{"a":{"b":1},"c":[{"b":1},{"b":2}],"b":"\\"b\\":1,\\"b\\""}')).toBeNull();
    expect(placeOf('{"a":[{"b" : 1, "\\u0062":2}]}')?.[0]).toBe("b");
    expect(placeOf('{"a":"{\\"x\\":1,\\"x\\":2}\\\\","b":1}')).toBeNull();
  });

  test("says of NaN what to write instead", () => {
    for (const word of ["NaN", "Infinity", "-Infinity"])
      expect(placeOf(`{"score":${word}}`)?.[1]).toBe(
        "NaN and Infinity are no JSON. Leave the line out, or say that the call failed.",
      );
    expect(placeOf('{"score":"NaN"')?.[1]).toContain("not a JSON object");
  });
});

test("whatever JSON is written has no key twice", () => {
  fc.assert(
    fc.property(fc.json(), (json) => findRepeatedKey(JSON.stringify(JSON.parse(json))) === null),
    { seed: 17 },
  );
});
