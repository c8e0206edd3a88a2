import { describe, expect, test } from "vitest";
import { readParts } from "#lib/task-kinds/turn-parts.ts";

const brief = (turn: string) => readParts(turn).map((part) => `${part.type}: ${part.text}`);

describe("the parts of a turn", () => {
  test.each([
    ["Plain words.", ["speech: Plain words."]],
    ["[Quiet.] Words.", ["thought: Quiet.", "speech: Words."]],
    ["[One [two] three] Words.", ["thought: One [two] three", "speech: Words."]],
    ["  \n[Quiet.\nStill.]\nWords.", ["thought: Quiet.\nStill.", "speech: Words."]],
    ["[Quiet.](nods)Words.", ["thought: Quiet.", "manner: nods", "speech: Words."]],
    ["［想］话", ["thought: 想", "speech: 话"]],
    ["【想】（笑)话", ["thought: 想", "manner: 笑", "speech: 话"]],
    ["[(aside) quiet] Words.", ["thought: (aside) quiet", "speech: Words."]],
    ["Words (soft (very soft)) end.", ["speech: Words", "manner: soft (very soft)", "speech: end."]],
    ["(nods) (waits)", ["manner: nods", "manner: waits"]],
    ["Words [not a thought].", ["speech: Words [not a thought]."]],
    ["(nods) [not a thought] Words.", ["manner: nods", "speech: [not a thought] Words."]],
    ["[a] [b] c", ["thought: a", "speech: [b] c"]],
    ["[never closed Words.", ["speech: [never closed Words."]],
    ["Words (never closed.", ["speech: Words (never closed."]],
    ["Words) never opened (once).", ["speech: Words) never opened", "manner: once", "speech: ."]],
    [":( alas (sighs)", ["speech: :( alas", "manner: sighs"]],
    ["[] () Words.", ["speech: Words."]],
    ["[】] Words.", ["thought: 】", "speech: Words."]],
    ["", []],
    [" \n ", []],
    ["<b>not bold</b>", ["speech: <b>not bold</b>"]],
  ])("%j", (turn, parts) => {
    expect(brief(turn)).toEqual(parts);
  });

  test("hold every letter of the turn, in order, whatever the brackets do", () => {
    const bare = (text: string) => text.replace(/[[\]［］【】()（）\s]/g, "");
    for (const turn of randomTurns(4000)) {
      const parts = readParts(turn);
      expect(bare(parts.map((part) => part.text).join("")), turn).toBe(bare(turn));
      expect(parts.every((part) => part.text === part.text.trim() && part.text !== "")).toBe(true);
      expect(parts.findLastIndex((part) => part.type === "thought")).toBeLessThanOrEqual(0);
    }
  });
});

function* randomTurns(count: number) {
  const letters = [..."[[]](()) （）［］【】\nab字. "];
  let state = 20261121;
  const draw = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let at = 0; at < count; at++)
    yield Array.from({ length: draw(24) }, () => letters[draw(letters.length)]).join("");
}
