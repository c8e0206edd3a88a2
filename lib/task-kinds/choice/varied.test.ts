import { expect, test } from "vitest";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { variedChoice } from "#lib/task-kinds/choice/server-kind.ts";

const turn = (speaker: string | null, text: string) => ({
  speaker,
  parts: [{ type: "speech" as const, text }],
});
const turns = [turn("Ann", "1"), turn(null, "2"), turn("Bea", "3"), turn(null, "4"), turn("Cid", "5")];
const content: ChoiceContent = { form: "dialogue", turns, profiles: ["of Ann", null, "of Cid"] };
const shown = { content, names: ["Ann", "Bea", "Cid"], gold: 1 };
const cut = (left: number) => {
  const varied = variedChoice.vary(shown, { by: "context", turns: left });
  return varied.content.form === "dialogue" ? varied.content.turns.map(({ parts }) => parts[0]?.text) : null;
};

test("so many turns stay before the last one that is asked about, and all that comes after", () => {
  expect(variedChoice.countTurnsBefore(content)).toBe(3);
  expect(cut(0)).toEqual(["4", "5"]);
  expect(cut(2)).toEqual(["2", "3", "4", "5"]);
  expect(cut(3)).toEqual(cut(200));
  expect(variedChoice.countTurnsBefore({ form: "text", text: "?", profiles: [] })).toBeNull();
});

test("without profiles names stay", () => {
  expect(variedChoice.hasProfiles(content)).toBe(true);
  const { content: varied, names } = variedChoice.vary(shown, { by: "profiles" });
  expect(varied.profiles).toEqual([null, null, null]);
  expect(names).toEqual(shown.names);
  expect(variedChoice.hasProfiles(varied)).toBe(false);
});

test("others stand with their profiles in all places but the right one’s", () => {
  const drawn = [
    { name: "Dot", profile: "of Dot" },
    { name: "Eve", profile: null },
  ];
  const { content: varied, names } = variedChoice.vary(shown, { by: "distractors", drawn });
  expect(names).toEqual(["Dot", "Bea", "Eve"]);
  expect(varied.profiles).toEqual(["of Dot", null, null]);
  expect(() => variedChoice.vary(shown, { by: "distractors", drawn: drawn.slice(1) })).toThrow(
    "1 others for 3",
  );
});
