import { describe, expect, test } from "vitest";
import { isHan, isLong, setParagraphs } from "#components/reading/script.ts";
import type { Part } from "#lib/task-kinds/dialogue.ts";

const thought = (text: string): Part => ({ type: "thought", text });
const manner = (text: string): Part => ({ type: "manner", text });
const speech = (text: string): Part => ({ type: "speech", text });

describe("a turn's paragraphs", () => {
  test("set each thought apart and let speech and manner run on", () => {
    expect(setParagraphs([thought("a"), manner("b"), speech("c"), thought("d"), speech("e")])).toEqual([
      { thought: true, text: "a" },
      { thought: false, pieces: [manner("b"), speech("c")] },
      { thought: true, text: "d" },
      { thought: false, pieces: [speech("e")] },
    ]);
  });

  test("are none where nothing is said", () => {
    expect(setParagraphs([])).toEqual([]);
  });
});

test("knows the languages that are never slanted", () => {
  expect(["zh", "zh-CN", "ZH-hant", "ja", "yue"].every(isHan)).toBe(true);
  expect(["en", "zha", "de", "ar", ""].some(isHan)).toBe(false);
});

test("folds a profile by the room it takes, not by its letters alone", () => {
  expect(isLong("a".repeat(240))).toBe(false);
  expect(isLong("a".repeat(241))).toBe(true);
  expect(isLong("字".repeat(120))).toBe(false);
  expect(isLong("字".repeat(121))).toBe(true);
  expect(isLong("a line\n".repeat(8))).toBe(true);
});
