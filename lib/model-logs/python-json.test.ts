import { expect, test } from "vitest";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

test("what is no number is nothing, but within a text it stays", () => {
  expect(parsePythonJson(String.raw`{"a": NaN, "b": -Infinity, "c": "NaN \" NaN"}`)).toEqual({
    ok: true,
    value: { a: null, b: null, c: 'NaN " NaN' },
  });
});

test("a million quotation marks in a text without an end are read once", () => {
  expect(parsePythonJson(`[NaN, "${String.raw`\"`.repeat(1_000_000)}`)).toMatchObject({ error: "not_json" });
});

test("a text of two megabytes beside a NaN is read", () => {
  const long = String.raw`so \"said\" `.repeat(200_000);
  expect(parsePythonJson(`[NaN, "${long}"]`)).toEqual({
    ok: true,
    value: [null, 'so "said" '.repeat(200_000)],
  });
});

test("ten million empty samples are not read", () => {
  expect(parsePythonJson(`{"samples":[${"{},".repeat(10_000_000)}{}]}`)).toMatchObject({
    error: "too_many_values",
  });
});
