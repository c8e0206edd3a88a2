import { describe, expect, test } from "vitest";
import {
  compareTrack,
  findSameCase,
  likeness,
  optionsKey,
  SampleCases,
  type StoredCase,
  wordsOf,
} from "#lib/benchmarks/case-files/import-plan.ts";

const stored = (key: string): StoredCase => ({
  caseId: 1,
  versionId: 1,
  number: 1,
  key,
  position: 1,
  hash: "",
});

test("what the files no longer hold is told from what they hold still", () => {
  const cases = [stored("a"), stored("b"), stored("c")];
  const { byKey, notInFile } = compareTrack(new Set(["a", "b", "new"]), cases);
  expect([byKey.get("b"), byKey.get("new")]).toEqual([cases[1], undefined]);
  expect(notInFile.map(({ key }) => key)).toEqual(["c"]);
});

test("options in any order are the same options", () => {
  expect(optionsKey(["Bo", "Ada"])).toBe(optionsKey(["Ada", "Bo"]));
  expect(optionsKey(["Ada", "Bo"])).not.toBe(optionsKey(["Ada, Bo"]));
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

const sample = (track: string, said: string) => ({
  track,
  kind: "choice" as const,
  language: "en",
  content: { said },
  names: ["Anna", "Boris"],
});
const choose = (...given: [track: string, said: string][]) => {
  const samples = new SampleCases();
  for (const [track, said] of given) samples.take(sample(track, said));
  return samples.choose().map(({ track, content }) => `${track} ${(content as { said: string }).said}`);
};

test("three cases, one of each track where there are so many", () => {
  expect(choose(["A", "1"], ["A", "2"], ["A", "3"], ["A", "4"])).toEqual(["A 1", "A 2", "A 3"]);
  expect(choose(["A", "1"], ["A", "2"], ["A", "3"], ["B", "1"])).toEqual(["A 1", "A 2", "B 1"]);
  expect(choose(["A", "1"], ["B", "1"], ["C", "1"], ["D", "1"])).toEqual(["A 1", "B 1", "C 1"]);
  expect(choose()).toEqual([]);
});

test("a case too long to be kept is passed over", () => {
  expect(choose(["A", "x".repeat(70_000)], ["A", "2"])).toEqual(["A 2"]);
});
