import { expect, test } from "vitest";
import { readAnalyses } from "#lib/endpoint-runs/shots/read-analyses.ts";
import { longestAnalysis } from "#lib/endpoint-runs/setting-limits.ts";

const line = (key: string, analysis: string, more: object = {}) =>
  JSON.stringify({ case: key, analysis, ...more });

test("lines are read with their numbers, whatever ends them; empty ones are no mistake", () => {
  const text = `\uFEFF${line("a-1", "Only the mate\nknows.")}\r\n\r\n${line("李", "x", { track: "Drama" })}\n`;
  expect(readAnalyses(text)).toEqual({
    analyses: [
      { line: 1, case: "a-1", track: null, text: "Only the mate\nknows." },
      { line: 3, case: "李", track: "Drama", text: "x" },
    ],
  });
  expect(readAnalyses(" \n")).toEqual({ analyses: [] });
});

test("the same id in two tracks is two cases", () => {
  const text = [line("1", "x", { track: "A" }), line("1", "y", { track: "B" })].join("\n");
  expect(readAnalyses(text)).toMatchObject({ analyses: [{ track: "A" }, { track: "B" }] });
});

test.each([
  ["prose", "Only the mate knows.", "not_a_line", ""],
  ["a list", "[]", "not_a_line", ""],
  ["an object that goes on in the next line", '{"case": "a-1",', "not_a_line", ""],
  ["no analysis", '{"case": "a-1"}', "not_a_line", ""],
  ["a number for a case", '{"case": 1, "analysis": "x"}', "not_a_line", ""],
  ["a key that means nothing here", line("a-1", "x", { note: "y" }), "not_a_line", ""],
  ["an empty analysis", line("a-1", " \n"), "no_analysis", "a-1"],
  ["one that is too long", line("a-1", "x".repeat(longestAnalysis + 1)), "analysis_long", "a-1"],
  ["a case a second time", line("a-0", "y"), "case_twice", "a-0"],
  ["a NUL", String.raw`{"case": "a-1", "analysis": "\u0000"}`, "analysis_character", "a-1"],
  ["half a character", String.raw`{"case": "a-1", "analysis": "\ud800"}`, "analysis_character", "a-1"],
])("%s is refused with its line", (_, wrong, analyses, found) => {
  const text = `${line("a-0", "x".repeat(longestAnalysis))}\n\n${wrong}\n${line("a-2", "x")}`;
  expect(readAnalyses(text)).toEqual({ analyses, line: "3", found });
});

test("a long id is told shortened", () => {
  expect(readAnalyses(line("x".repeat(5000), ""))).toMatchObject({ found: `${"x".repeat(60)}…` });
});
