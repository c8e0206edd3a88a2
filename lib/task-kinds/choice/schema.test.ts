import { describe, expect, test } from "vitest";
import { contentFrom, limits, optionsInput } from "#lib/task-kinds/choice/schema.ts";
import { contentInput } from "#lib/task-kinds/dialogue.ts";

const turns = [{ speaker: null, parts: [{ type: "speech", text: "Yes." }] }];
const firstProblem = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe("a case's content in JSON Lines", () => {
  test("is either turns or text", () => {
    expect(contentInput.parse({ turns })).toEqual({ turns });
    expect(contentInput.parse({ text: " as it stands\n" })).toEqual({ text: " as it stands\n" });
  });

  test.each([
    [{}],
    ["text"],
    [null],
    [{ turns, text: "both" }],
    [{ text: "" }],
    [{ text: 1 }],
    [{ turns: [] }],
    [{ turns: {} }],
    [{ turns: Array(limits.turns + 1).fill(turns[0]) }],
    [{ turns: [{ speaker: "", parts: [] }] }],
    [{ turns: [{ speaker: "x".repeat(limits.name + 1), parts: [] }] }],
    [{ turns: [{ parts: [] }] }],
    [{ turns: [{ speaker: null }] }],
    [{ turns: [{ speaker: null, parts: [{ type: "shout", text: "Yes." }] }] }],
    [{ turns: [{ speaker: null, parts: [{ type: "speech", text: " " }] }] }],
    [{ turns: [{ speaker: null, parts: [], gold: "Ada" }] }],
  ])("is refused: %j", (content) => {
    expect(contentInput.safeParse(content).success).toBe(false);
  });

  test("holds its options' profiles once it is stored, in their order", () => {
    const options = optionsInput.parse(["Ada", { name: "Ben", profile: "A baker." }, { name: "Cleo" }]);
    expect(options.map((option) => option.name)).toEqual(["Ada", "Ben", "Cleo"]);
    const profiles = [null, "A baker.", null];
    expect(contentFrom(contentInput.parse({ turns }), options)).toEqual({
      form: "dialogue",
      turns,
      profiles,
    });
    expect(contentFrom({ text: "All of it." }, options)).toEqual({
      form: "text",
      text: "All of it.",
      profiles,
    });
  });
});

describe("a case's options", () => {
  test.each([
    [["Ada"], "A case needs at least 2 options."],
    [Array.from({ length: 27 }, (_, index) => `Option ${index}`), "A case can have at most 26 options."],
    [["Ada", "Ben", "Ada"], "Two options are named “Ada”."],
    ["Ada, Ben", "options must be a list of names, or of objects with name and profile."],
  ])("are refused with a reason: %j", (options, reason) => {
    expect(firstProblem(optionsInput.safeParse(options))).toBe(reason);
  });

  test.each([
    [["Ada", ""]],
    [["Ada", 2]],
    [["Ada", null]],
    [["Ada", { name: "Ben", gold: true }]],
    [["Ada", "x".repeat(501)]],
  ])("are refused: %j", (options) => {
    expect(optionsInput.safeParse(options).success).toBe(false);
  });

  test("may have names that other programs take for nothing", () => {
    expect(optionsInput.safeParse(["NA", "null", "=1+1", "undefined"]).success).toBe(true);
  });
});
