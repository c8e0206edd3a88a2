import { describe, expect, test } from "vitest";
import { textsTogether } from "#lib/task-kinds/texts/server-kind.ts";

const caseOf = (question: string, optionNames: readonly string[], layout: readonly number[]) => ({
  content: {
    question,
    before: { text: "I came by boat." },
    types: optionNames.map((name) => `TYPE ${name}`),
  },
  original: "",
  optionNames,
  layout,
  language: "en" as const,
});
const first = caseOf("Where is it?", ["here", "there", "nowhere"], [2, 0, 1]);
const second = caseOf("Who is it?", ["Ann", "Bo"], [1, 0]);

test("what comes before stands once, each question under its number with its options by letters, and a line is asked for of each", () => {
  const written = textsTogether.write([first, second]);
  expect(written.match(/I came by boat/g)).toHaveLength(1);
  expect(written).toContain(
    "## Q1\n\nWhere is it?\n\nA. nowhere\nB. here\nC. there\n\n## Q2\n\nWho is it?\n\nA. Bo\nB. Ann",
  );
  expect(written).toMatch(/\n\nQ1: A \| B \| C\nQ2: A \| B$/);
  expect(written).not.toContain("TYPE");
  const chinese = textsTogether.write([{ ...first, language: "zh-CN" }]);
  expect(chinese).toMatch(/每个问题一行.*\n\nQ1: A \| B \| C$/s);
});

describe("a line", () => {
  const read = (text: string, place = 0) => {
    const said = textsTogether.read(text, place, place === 0 ? first : second);
    return said.ok ? [said.said.choice, said.said.repaired] : said.failure;
  };

  test.each([
    ["a letter", "Q1: A\nQ2: B", ["nowhere", false]],
    ["in brackets", "Q1: (C)", ["there", false]],
    ["with its text", "Q1: B. here", ["here", false]],
    ["the text alone, written otherwise", "Q1: Nowhere", ["nowhere", true]],
    ["in bold, in a list", "- **Q1: A**\n- **Q2:** B", ["nowhere", false]],
    ["of another form", "q1) a", ["nowhere", true]],
    ["the last of several", "Q1: A, perhaps, but no.\nQ1: C", ["there", false]],
    ["not what was thought before", "<think>Q1: A</think>Q1: B", ["here", false]],
    ["of another number", "Q11: A\nQ2: B", "no_line"],
    ["none", "I would say A.", "no_line"],
    ["a letter that isn’t there", "Q1: D", "names"],
    ["reasons without a letter", "Q1: because", "names"],
    ["nothing", " ", "empty"],
  ])("%s", (_, text, said) => {
    expect(read(text)).toEqual(said);
  });

  test("of each question its own", () => {
    expect(read("Q1: A\nQ2: B", 1)).toEqual(["Ann", false]);
  });
});

test.each([
  ["lines", "\n".repeat(1_000_000), "no_line"],
  ["blanks before a number", `Q${" ".repeat(1_000_000)}x`, "no_line"],
  ["stars behind a letter", `Q1: A${"*".repeat(1_000_000)}x`, "names"],
])("an answer with a million %s is read once", (_, text, failure) => {
  expect(textsTogether.read(`${text}.`, 0, first)).toEqual({ ok: false, failure });
});
