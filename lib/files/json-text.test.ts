import { expect, test } from "vitest";
import { closeJson, endOfText, hasMoreValues, isTooDeep } from "#lib/files/json-text.ts";

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

const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;

test("deeper than 64 levels is too deep, however deep that is", () => {
  expect(
    [0, 1, 64, 65, 100_000].map((levels) => (levels === 0 ? isTooDeep("a") : isTooDeep(nested(levels)))),
  ).toEqual([false, false, false, true, true]);
  expect(isTooDeep({ a: [{ b: nested(61) }] })).toBe(false);
  expect(isTooDeep({ a: [{ b: nested(62) }] })).toBe(true);
});

const whole = JSON.stringify({ a: "x,{[", b: [1, { c: [] }, "y"], d: { e: null, f: 2.5 }, g: true });

test("a document that is cut anywhere behind its first comma reads as what stands before", () => {
  const first = whole.indexOf(',"b"');
  for (let end = first + 1; end < whole.length; end += 1) {
    const read = JSON.parse(closeJson(whole.slice(0, end))) as Record<string, unknown>;
    expect(read.a).toBe("x,{[");
  }
  expect(JSON.parse(closeJson(whole.slice(0, whole.indexOf(',"f"') + 4)))).toEqual({
    a: "x,{[",
    b: [1, { c: [] }, "y"],
    d: { e: null },
  });
});

test("sixty thousand lists that are open are closed", () => {
  expect(JSON.parse(closeJson(`${"[".repeat(60_000)}1,2`))).toHaveLength(1);
});
