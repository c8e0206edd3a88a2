import { describe, expect, test } from "vitest";
import { readNumber } from "#lib/task-kinds/choice/csv-files.ts";

describe("a number as programs write it", () => {
  test.each([
    ["0.5", 0.5],
    [" 1 ", 1],
    ["1e-05", 1e-5],
    ["-0.1", -0.1],
    [".5", 0.5],
    ["5.", 5],
    ["+2", 2],
    ["0.30000000000000004", 0.30000000000000004],
  ])("%s", (text, value) => {
    expect(readNumber(text)).toEqual({ value });
  });
  test.each(["", "  "])("%j is nothing", (text) => expect(readNumber(text)).toEqual({ value: null }));
  test.each([
    ["0,7", /decimal comma/],
    ["NaN", /NaN/],
    ["nan", /NaN/],
    ["inf", /not a number/],
    ["1e", /not a number/],
    ["0x10", /not a number/],
    ["70%", /not a number/],
    ["1_000", /not a number/],
  ])("%s is refused", (text, problem) => {
    const read = readNumber(text);
    expect("problem" in read && read.problem).toMatch(problem);
  });
});
