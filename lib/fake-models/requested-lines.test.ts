import { expect, test } from "vitest";
import { readRequestedLines } from "#lib/fake-models/requested-lines.ts";
import { answerOf } from "#lib/fake-models/fake-answer.ts";

const prompt = "## Q1\n\nWhere?\n\nLines.\n\nQ1: A | B | C\nQ2: A | B";

test("the lines that a prompt ends in, and none where it ends in something else", () => {
  expect(readRequestedLines(`${prompt}\n`)).toEqual([
    { name: "Q1", values: ["A", "B", "C"] },
    { name: "Q2", values: ["A", "B"] },
  ]);
  for (const other of ["", "Q1: A", `${prompt}\nThink first.`, '{"a": "A" | "B"}'])
    expect(readRequestedLines(other)).toEqual([]);
});

test("are answered by a line of each, the same for ever; scripts go wrong with them, too", () => {
  const text = (model: string) => answerOf(model, 1, prompt).text;
  expect(text("fake-70")).toMatch(/^Q1: [ABC]\nQ2: [AB]$/);
  expect(text("fake-70")).toBe(text("fake-70"));
  expect(text("fake-70-prose")).not.toContain("Q1:");
  expect(text("fake-70-wrong-names")).toMatch(/^Q1: [ABC] the Elder$/m);
  expect(text("fake-70-think")).toMatch(/<\/think>\n\nQ1: [ABC]\nQ2: [AB]$/);
  expect(text("fake-70-length")).not.toMatch(/Q2: [AB]$/);
  expect(text("fake-70-empty")).toBe("");
});
