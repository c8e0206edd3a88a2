import { expect, test } from "vitest";
import { parseLine } from "#lib/imports/json-line.ts";

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
