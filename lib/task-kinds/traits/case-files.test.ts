import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { readJsonResult } from "#lib/model-runs/result-row.ts";
import {
  drawItems,
  traitsFiles,
  traitsPredictions,
  traitsServer,
} from "#lib/task-kinds/traits/server-kind.ts";
import { encodeLevels } from "#lib/task-kinds/traits/profile.ts";

type ParsedCase = Parameters<typeof traitsFiles.understand>[0];
const scan = (value: object) => ({ line: 3, bytes: Buffer.from(JSON.stringify(value)), problems: [] });
const read = (value: object) => readJsonCase(scan(value));
const items = Array.from({ length: 30 }, (_, at) => `I said ${at + 1}.`);
const line = {
  id: "nell-ref",
  kind: "traits",
  group: "nell",
  attributes: { side: "reference" },
  content: { parts: [{ role: "judged", items }] },
};
const gold = {
  openness: "High",
  conscientiousness: "Low",
  extraversion: "Neutral",
  agreeableness: "High",
  neuroticism: "Low",
};

describe("a line of a set of answers", () => {
  test("draws as many items as it says: the same for both sides of a person, and told when written again", async () => {
    const drawn = (changes: object) =>
      (read({ ...line, draw: 8, ...changes }).good as ParsedCase | undefined)?.own.drawn;
    const own = drawn({});
    expect(own).toHaveLength(8);
    expect(own).toEqual(own?.toSorted((a, b) => a - b));
    expect(drawn({ id: "nell-zero", attributes: { side: "generated" } })).toEqual(own);
    expect(drawn({ group: "orrin" })).not.toEqual(own);
    expect(drawn({ draw: 40 })).toHaveLength(30);
    expect(read(line).good).toMatchObject({ own: { draw: null, drawn: items.map((_, at) => at + 1) } });

    const given = read({ ...line, draw: 8, gold }).good as ParsedCase;
    const { content, said } = await traitsFiles.understand(given);
    expect(said.split("\n")).toEqual(own?.map((place) => `i said ${place}.`));
    const written = traitsFiles.write({
      original: "",
      hasPrompt: false,
      content,
      optionNames: [],
      gold: given.gold,
    });
    expect(written).toEqual({ draw: 8, drawn: own, content: line.content, gold });
    expect((read({ ...line, ...written }).good as ParsedCase).own).toEqual(given.own);
    if (!content) throw new Error("there is no content");
    expect(traitsServer.arrange(content, [], [])).toEqual({
      content: { parts: [{ role: "judged", items: own?.map((place) => items[place - 1]) }] },
      names: [],
    });
  });

  test("a side with fewer items draws what the other draws, as far as it has it", () => {
    const [long, short] = [drawItems("nell", 30, 8), drawItems("nell", 29, 8)];
    expect(long.filter((place) => short.includes(place)).length).toBeGreaterThanOrEqual(7);
  });

  test.each([
    [{ content: { parts: [{ role: "judged", items: [] }] } }, "content.parts[0].items", "can’t be empty"],
    [
      {
        content: {
          parts: [
            { role: "judged", items: ["a"] },
            { role: "judged", items: ["b"] },
          ],
        },
      },
      "content.parts",
      "one judged part",
    ],
    [{ content: { parts: [{ role: "judged", text: "a" }] } }, "content.parts[0].items", "list of texts"],
    [
      { content: { parts: [{ role: "judged", items: ["x".repeat(1 << 19), "y".repeat(1 << 19), "z"] }] } },
      "content.parts[0].items",
      "at most 1 MB",
    ],
    [{ draw: 0 }, "draw", "draw must be at least 1"],
    [{ draw: 2.5 }, "draw", "draw must be a whole number"],
    [{ attributes: { side: "left" } }, "attributes", "A side is “reference” or “generated”."],
    [{ gold: { ...gold, honesty: "High" } }, "gold", "There is no trait “honesty”. The five are openness,"],
    [{ gold: { ...gold, openness: "high" } }, "gold.openness", "A level is one of “Low”, “Neutral”, “High”."],
    [{ gold: { ...gold, neuroticism: undefined } }, "gold.neuroticism", "This trait is missing."],
    [{ gold: "High" }, "gold", "gold must be an object with each of the five traits"],
  ])("is refused with what to do: %#", (change, column, problem) => {
    const [first] = read({ ...line, ...change }).problems ?? [];
    expect([first?.line, first?.column]).toEqual([3, column]);
    expect(first?.problem).toContain(problem);
  });

  test("is written as it was read", async () => {
    for (const one of readFileSync("docs/formats/traits-example.jsonl", "utf8").trimEnd().split("\n")) {
      const { id, track, kind, group, attributes, ...rest } = JSON.parse(one) as Record<string, unknown>;
      const { good } = read(JSON.parse(one) as object);
      const { content } = await traitsFiles.understand(good as ParsedCase);
      expect({ id, track, kind, group, attributes }).toMatchObject({ kind: "traits" });
      const { drawn: _, ...written } = traitsFiles.write({
        original: one,
        hasPrompt: false,
        content,
        optionNames: [],
        gold: good?.gold ?? null,
      });
      expect(written).toEqual(rest);
    }
  });
});

describe("what a judge found", () => {
  const levels = (openness: unknown) => ({
    openness,
    conscientiousness: ["Low", "Low", "High"],
    extraversion: ["Low", "Neutral", "High"],
    agreeableness: ["High", "High", "High"],
    neuroticism: ["Neutral", "Low", "Neutral"],
  });
  const result = (traits: unknown) =>
    readJsonResult(scan({ model: "gpt-4o", method: "judge", case: "nell-ref", traits }));
  const hold = (traits: unknown) => {
    const { row } = result(traits);
    return traitsPredictions.hold(row?.answer as object, false, { optionNames: [], gold: null });
  };

  test("is the level of most runs, neutral where they are tied, and comes out as it came", () => {
    const given = levels(["High", "Neutral", "High"]);
    const held = hold(given);
    if (!held.ok) throw new Error(held.problem);
    // The fourth level stands for a tie.
    expect(held.prediction.choice).toBe(encodeLevels([2, 0, 3, 2, 1]));
    expect(traitsPredictions.write(held.prediction, [])).toEqual({ traits: given });
  });

  test.each([
    [{ ...levels(["High"]), openness: undefined }, "traits.openness", "This trait is missing."],
    [{ ...levels(["High"]), honesty: ["High"] }, "traits", "There is no trait “honesty”."],
    [levels(["High", "high", "High"]), "traits.openness[1]", "A level is one of"],
    [levels([]), "traits.openness", "at least one run"],
    [levels("High"), "traits.openness", "a list, one for each run"],
    [["High"], "traits", "traits must be an object with each of the five traits"],
  ])("is refused with what to do: %#", (traits, column, problem) => {
    const [first] = result(traits).problems ?? [];
    expect([first?.line, first?.column]).toEqual([3, column]);
    expect(first?.problem).toContain(problem);
  });

  test("has as many runs of each trait, and is of this kind", () => {
    expect(hold(levels(["High", "Low"]))).toMatchObject({
      ok: false,
      column: "traits.conscientiousness",
      problem: "each trait needs a level of every run: openness has 2",
    });
    const none = traitsPredictions.hold({}, false, { optionNames: [], gold: null });
    expect(none).toMatchObject({ ok: false, column: "traits" });
  });
});
