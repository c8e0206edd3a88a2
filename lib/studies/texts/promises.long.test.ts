import { describe, expect, test } from "vitest";
import {
  readNumber,
  findBreak,
  findCaseCounts,
  findDurations,
  findSelection,
} from "#lib/studies/texts/promises.ts";

const ranges = (found: readonly { least: number; most: number }[]) =>
  found.map(({ least, most }) => (least === most ? least : [least, most]));

test.each([
  ["50", 50],
  ["1,200", 1200],
  ["fifty", 50],
  ["Twenty-five", 25],
  ["五十", 50],
  ["十", 10],
  ["二十五", 25],
  ["一百二十", 120],
  ["两", 2],
])("%s is a number", (written, number) => {
  expect(readNumber(written)).toBe(number);
});

describe("how many passages a text speaks of", () => {
  test.each<[string, (number | number[])[]]>([
    ["There are about 50 passages.", [50]],
    ["You read fifty short passages and choose a speaker for each.", [50]],
    ["Expect 40 to 60 cases, in any order.", [[40, 60]]],
    ["It has 12–15 dialogues", [[12, 15]]],
    ["片段大约有 50 个。", [50]],
    ["您会读到大约 50 个简短的片段", [50]],
    ["约50题", [50]],
    ["共五十个片段", [50]],
    ["一共有 30 道题", [30]],
  ])("%s", (text, expected) => {
    expect(ranges(findCaseCounts(text))).toEqual(expected);
  });

  test.each([
    "Each passage is a piece of dialogue, and you choose one of a few candidates.",
    "Keys 1 to 5 choose a candidate.",
    "You are 18 or older and read passages with ease.",
    "In case 2 people disagree.",
    "请不要在一个片段中途离开。",
    "从几位候选人物中选出一位",
    "按 1 到 5 选择候选人物。",
  ])("not: %s", (text) => {
    expect(findCaseCounts(text)).toEqual([]);
  });
});

describe("how long a text says it takes", () => {
  test.each<[string, (number | number[])[]]>([
    ["about 30 to 50 minutes", [[30, 50]]],
    ["It takes 20 minutes.", [20]],
    ["a 45-minute sitting of twenty minutes each", [45, 20]],
    ["about an hour", [60]],
    ["half an hour, or 1.5 hours", [90, 30]],
    ["大约 30 到 50 分钟", [[30, 50]]],
    ["二十分钟", [20]],
    ["约半小时", [30]],
    ["1 小时", [60]],
  ])("%s", (text, expected) => {
    expect(ranges(findDurations(text))).toEqual(expected);
  });

  test.each(["After 20 minutes a line offers a break.", "每 20 分钟休息一次", "at 12 o’clock"])(
    "not: %s",
    (text) => {
      expect(findDurations(text)).toEqual([]);
    },
  );
});

test("that one may rest, unless it is denied", () => {
  expect(findBreak("You can take a break or stop at any time.")).not.toBeNull();
  expect(findBreak("Read first. If you have to stop, close it then and come back later.")).not.toBeNull();
  expect(findBreak("您可以随时休息或停下")).not.toBeNull();
  expect(findBreak("Take the time you need, without long breaks in the middle of a passage.")).toBeNull();
  expect(findBreak("You cannot take a break.")).toBeNull();
  expect(findBreak("但请不要在一个片段中途休息。")).toBeNull();
});

test("that passages were chosen by a program’s errors or confidence", () => {
  const said = "they were chosen because a program had named the wrong speaker in them.";
  expect(findSelection(`If some seemed hard: ${said}`)).toContain("chosen");
  expect(findSelection("之所以选中它们，是因为某个程序在这些片段上认错了说话人。")).not.toBeNull();
  expect(findSelection("We selected passages that a model was unsure of.")).not.toBeNull();
  expect(findSelection("挑选这些片段，是因为程序没有把握。")).not.toBeNull();
  expect(findSelection("You choose one. A program may be wrong.")).toBeNull();
  expect(findSelection("The passages were chosen at random.")).toBeNull();
});

test.each([
  ["blanks", `after${" ".repeat(1_000_000)}x 20 minutes`],
  ["digits", `${"1,".repeat(500_000)}x`],
  ["signs", `${"一".repeat(500_000)}x`],
  ["words", "take never ".repeat(100_000)],
])("a million %s are read once", (_, text) => {
  expect([findCaseCounts(text), findBreak(text), findSelection(text)]).toEqual([[], null, null]);
  expect(ranges(findDurations(text))).toEqual(text.endsWith("minutes") ? [20] : []);
});
