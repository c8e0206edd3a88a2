import { expect, test } from "vitest";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

test("what is no number is nothing, but within a text it stays", () => {
  expect(parsePythonJson(String.raw`{"a": NaN, "b": -Infinity, "c": "NaN \" NaN"}`)).toEqual({
    value: { a: null, b: null, c: 'NaN " NaN' },
  });
});

test("a million quotation marks in a text without an end are read once", () => {
  expect(parsePythonJson(`[NaN, "${String.raw`\"`.repeat(1_000_000)}`)).toBeNull();
});
