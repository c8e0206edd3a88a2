import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { textsOwnData } from "#lib/task-kinds/texts/server-kind.ts";

const words = en.ownData.file;
const names = ["The bell never rang.", "It rang twice."];
const question = "What did she hear?";

test("who answers takes along what they read and chose, in their own order of options", () => {
  const shown = { question, before: { turns: [{ speaker: "Ida", text: "Twice,\nI counted." }] } };
  const told = textsOwnData.toOwnCase(shown, names);
  expect(textsOwnData.writeCase(told, words)).toEqual([
    "    Ida: Twice,",
    "    I counted.",
    "",
    `    ${question}`,
    "",
    "    1. The bell never rang.",
    "    2. It rang twice.",
  ]);
  const alone = textsOwnData.toOwnCase({ question, before: null }, names);
  expect(textsOwnData.writeCase(alone, words)[0]).toBe(`    ${question}`);
  const answer = textsOwnData.toOwnAnswer(
    { choice: 1, probabilities: [0.25, 0.75], reason: "So." },
    names,
    shown,
  );
  expect(answer).toEqual({ chosen: 2, chosenName: names[1], probabilities: [0.25, 0.75], reason: "So." });
  expect(textsOwnData.writeDecision(answer, words)).toBe("2. It rang twice.");
});
