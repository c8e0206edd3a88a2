import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { csvCell, csvLine } from "#lib/files/csv/cell.ts";

describe("a text that a spreadsheet would run gets an apostrophe", () => {
  test.each([
    ["=1+1"],
    ["+1"],
    ["-1"],
    ["@SUM(A1)"],
    ["\t=1"],
    ["\tharmless"],
    ["\rharmless"],
    ["  =1+1"],
    ["\n=1+1"],
    ["\u00A0=1+1"],
    ["\u200B=1+1"],
    ["\uFEFF=1+1"],
    ['"=1+1'],
    ["'=1+1"],
    ["“-1"],
    ["＝1+1"],
    ["＋1"],
    ["－1"],
    ["＠x"],
    ["\u3000＝1"],
  ])("%j", (text) => {
    const [[read]] = parse(csvLine([text])) as [[string]];
    expect(read).toBe(`'${text}`);
  });
});

describe("any other text stands as it is", () => {
  test.each([
    ["NA"],
    ["null"],
    ["1+1=2"],
    ["Anna = Boris"],
    [" leading and trailing "],
    ["O'Brien"],
    ['She said "no", and left.'],
    ["two\nlines"],
    ["two\r\nlines"],
    ["<script>alert(1)</script>"],
    ["艾米莉亚"],
    ["\u202Eright to left"],
  ])("%j", (text) => {
    expect(parse(csvLine([text]))).toEqual([[text]]);
  });
});

test("a number is never taken for a formula and reads back as itself", () => {
  for (const number of [-1, 0.1 + 0.2, 1 / 3, 1e21, 5e-324, 123456789012345680]) {
    expect(Number(csvCell(number))).toBe(number);
  }
  expect(csvCell(-0.5)).toBe("-0.5");
  expect(csvCell(9007199254740993n)).toBe("9007199254740993");
});

test("nothing is written where there is nothing", () => {
  expect(csvLine([null, "", undefined, 0, false])).toBe(",,,0,false\r\n");
});
