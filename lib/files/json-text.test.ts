import { expect, test } from "vitest";
import { endOfText, hasMoreValues } from "#lib/files/json-text.ts";

test.each([
  ['"a"', 0, 3],
  [String.raw`["a\"b", 1]`, 1, 7],
  [String.raw`"a\\" "`, 0, 5],
  [String.raw`"a\"`, 0, -1],
  ['"', 0, -1],
])("%s from %i: the text ends at %i", (json, from, end) => {
  expect(endOfText(json, from)).toBe(end);
});

test("values are counted outside of texts", () => {
  expect(hasMoreValues("[1,2,3,4]", 5)).toBe(false);
  expect(hasMoreValues("[1,2,3,4]", 4)).toBe(true);
  expect(hasMoreValues('{"a,b,[[[[": [1, {}]}', 5)).toBe(false);
  expect(hasMoreValues('{"a,b,[[[[": [1, {}]}', 4)).toBe(true);
  expect(hasMoreValues('["a,,,,,,,,', 3)).toBe(false);
});

test("a list of nine million numbers has too many, a text as long has not", () => {
  expect(hasMoreValues(`{"tracks":[${"1,".repeat(9_000_000)}1]}`)).toBe(true);
  expect(hasMoreValues(JSON.stringify("[1,".repeat(1_000_000)))).toBe(false);
});
