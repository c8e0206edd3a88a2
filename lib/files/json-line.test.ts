import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine } from "#lib/files/json-line.ts";
import { findRepeatedKey } from "#lib/files/repeated-key.ts";

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
