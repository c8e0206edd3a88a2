import { expect, test } from "vitest";
import { longestAnalysis } from "#lib/endpoint-runs/setting-limits.ts";
import { prepareShots, readAnalyses, type Shot } from "#lib/endpoint-runs/shots.ts";

const pool: Shot[] = Array.from({ length: 40 }, (_, n) => ({
  versionId: n + 1,
  key: `case-${n + 1}`,
  promptHash: `hash-${n + 1}`,
}));
const asked = (n: number) => ({ key: `case-${n}`, promptHash: `hash-${n}` });
const everyCase = pool.map((_, n) => asked(n + 1));

test("fixed: every case is shown the same, but for those that are shown themselves", () => {
  const draw = prepareShots(pool, { count: 3, seed: 7, isPerCase: false });
  const sets = everyCase.map((one) => draw(one)?.join(" "));
  const shown =
    prepareShots(pool, { count: 4, seed: 7, isPerCase: false })({ key: "", promptHash: "" }) ?? [];
  expect(draw({ key: "other", promptHash: "other" })).toEqual(shown.slice(0, 3));
  expect(new Set(sets).size).toBe(4);
  for (const [n, set] of sets.entries()) expect(set?.split(" ")).not.toContain(String(n + 1));
});

test("per case: others for each, the same again by the same seed, never itself, none twice", () => {
  const how = { count: 5, seed: 7, isPerCase: true };
  const draw = prepareShots(pool, how);
  const sets = everyCase.map((one) => draw(one) ?? []);
  expect(new Set(sets.map(String)).size).toBeGreaterThan(35);
  for (const [n, set] of sets.entries()) {
    expect(new Set(set).size).toBe(5);
    expect(set).not.toContain(n + 1);
  }
  expect(everyCase.map((one) => prepareShots(pool.toReversed(), how)(one))).toEqual(sets);
  expect(prepareShots(pool, { ...how, seed: 8 })(asked(1))).not.toEqual(sets[0]);
});

test.each([true, false])("a pool that is too small for a case says so (per case: %s)", (isPerCase) => {
  const draw = prepareShots(pool.slice(0, 3), { count: 3, seed: 1, isPerCase });
  expect(draw(asked(2))).toBeNull();
  expect(draw(asked(9))).toHaveLength(3);
  expect(prepareShots([], { count: 1, seed: 1, isPerCase })(asked(1))).toBeNull();
});

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
