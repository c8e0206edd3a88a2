import { describe, expect, test } from "vitest";
import {
  findSameCase,
  likeness,
  optionsKey,
  planTrack,
  type StoredCase,
} from "#lib/benchmarks/import-plan.ts";
import { wordsOf } from "#lib/benchmarks/search-text.ts";

const bytes = (text: string) => Buffer.from(text.padEnd(32, "."));
const stored = (key: string, over: Partial<StoredCase> = {}): StoredCase => ({
  caseId: 1,
  versionId: 1,
  number: 1,
  key,
  position: 1,
  hash: bytes(key),
  promptHash: bytes(`prompt ${key}`),
  optionNames: ["Ada", "Bo"],
  ...over,
});
const row = (key: string, over = {}) => ({
  key,
  hasId: false,
  hash: bytes(key),
  options: optionsKey(["Bo", "Ada"]),
  ...over,
});

describe("what storing would do", () => {
  test("a known case with the same hash is unchanged, with another one changed", () => {
    const { decisions, notInFile } = planTrack(
      [row("a"), row("b", { hash: bytes("other") })],
      [stored("a"), stored("b"), stored("c")],
    );
    expect(decisions.map(({ act }) => act)).toEqual(["unchanged", "change"]);
    expect(notInFile.map(({ key }) => key)).toEqual(["c"]);
  });

  test("a new row may reword a case that is gone and has the same options in any order", () => {
    const gone = [stored("c"), stored("d", { optionNames: ["Ada", "Cy"] })];
    const { decisions } = planTrack([row("new")], gone);
    expect(decisions).toEqual([{ act: "add", candidates: [gone[0]] }]);
  });

  test("a row with an id of its own rewords nothing", () => {
    expect(planTrack([row("new", { hasId: true })], [stored("c")]).decisions).toEqual([
      { act: "add", candidates: [] },
    ]);
  });
});

describe("likeness", () => {
  test.each([
    ["the same words", "a b c", "a b c", 1],
    ["no word in common", "a b", "c d", 0],
    ["half of all words", "a b", "b a c d", 0.5],
    ["repeated words counted once each", "a a b", "a b b", 0.5],
    ["nothing to compare", "", "a", 0],
    ["characters of a script without blanks", "你在哪里", "你在这里", 0.6],
  ])("%s", (_what, a, b, expected) => {
    expect(likeness(wordsOf(a), wordsOf(b))).toBeCloseTo(expected, 12);
    expect(likeness(wordsOf(b), wordsOf(a))).toBeCloseTo(expected, 12);
  });

  test("the most alike is the same case, if it is alike enough", () => {
    const candidates = ["one two three four", "one two three five six"].map((text) => ({
      words: wordsOf(text),
    }));
    expect(findSameCase(wordsOf("one two three four five"), candidates)).toBe(candidates[0]);
    expect(findSameCase(wordsOf("seven eight"), candidates)).toBeNull();
  });
});
