import { describe, expect, test } from "vitest";
import { findCandidates, reorderCandidates } from "#lib/task-kinds/choice/prompt/reorder-candidates.ts";
import { writePrompt, type Sample } from "#lib/task-kinds/choice/testing/sample-prompt.ts";

const names = ["Ada Moor", "Ben Croft", "Cleo Hart", "Dov Stein"];
const profileOf = (name: string) => `${name} lives by the canal.`;
const profiles = names.map(profileOf);

type PromptInput = Partial<Omit<Sample, "candidates">> & { profiles?: readonly string[] };
const write = ({ profiles: given = profiles, ...sample }: PromptInput = {}, order = [0, 1, 2, 3]) =>
  writePrompt({
    turns: [
      { header: "[Character1: Ben Croft]", text: "Did you count them?" },
      { header: "[Character2]", text: "[Twice.] Yes." },
    ],
    candidates: order.map((option) => ({ name: names[option] ?? "", profile: given[option] ?? "" })),
    ...sample,
  });
const turned = [2, 0, 3, 1];

describe("in another order the prompt is what it would have been had it been written so", () => {
  test.each<[string, PromptInput]>([
    ["as in the release", {}],
    ["with blank lines", { gap: "\n\n" }],
    ["without numbers", { number: () => "" }],
    ["with letters", { number: (index) => `${"abcd"[index]}) ` }],
    [
      "in Chinese",
      { words: { candidates: "候选角色", format: "回复格式" }, number: (at) => `候选人${at + 1}：` },
    ],
    ["deeper", { depths: { section: 3, candidate: 5 } }],
    ["with headings of its own in a profile", { profiles: [`### Youth\n\nA clerk.`, ...profiles.slice(1)] }],
    ["with profiles of several paragraphs", { profiles: profiles.map((one) => `${one}\n\nAnd fishes.`) }],
    ["without profiles", { profiles: ["", "", "", ""] }],
    ["with a name that the dialogue mentions", { preamble: "Ada Moor asked Dov Stein to come along." }],
  ])("%s", (_, sample) => {
    expect(reorderCandidates(write(sample), names, turned)).toBe(write(sample, turned));
  });

  const list = (order: readonly number[], entry: (name: string, option: number) => string, by: string) =>
    order.map((option) => entry(names[option] ?? "", option)).join(by);
  const inFile = [0, 1, 2, 3];
  test.each<[string, (order: readonly number[]) => string]>([
    ["an object", (order) => `{${list(order, (name) => `"${name}": probability`, ", ")}}`],
    [
      "an object over several lines, with values that differ",
      (order) => `{\n${list(order, (name, option) => `  "${name}": 0.${option + 1}`, ",\n")}\n}`,
    ],
    ["names in a line", (order) => `Name one of ${list(order, (name) => name, ", ")}.`],
    ["names in lines", (order) => `One of:\n${list(order, (name) => `- "${name}"`, "\n")}\nNothing else.`],
    [
      "a list, an object and one name alone",
      (order) =>
        `${list(order, (name) => name, " | ")}\n{${list(order, (name) => `"${name}": p`, ",")}}\nIf it is Ben Croft, say so.`,
    ],
  ])("with the form of the answer listing the names: %s", (_, tail) => {
    const inOrder = (order: number[]) => write({ tail: tail(order) }, order);
    expect(reorderCandidates(inOrder(inFile), names, turned)).toBe(inOrder(turned));
  });

  test("names of which one is part of another, in the form of the answer", () => {
    const levels = ["Student", "Graduate Student", "Expert", "艾达"];
    const prompt = (order: readonly number[]) =>
      writePrompt({
        turns: [],
        candidates: order.map((option) => ({ name: levels[option] ?? "", profile: "Studies." })),
        tail: `Experts know. {${order.map((option) => `"${levels[option]}": 0`).join(", ")}}`,
      });
    expect(reorderCandidates(prompt(inFile), levels, turned)).toBe(prompt(turned));
  });

  test("to the byte, where lines end as on Windows", () => {
    const onWindows = (order?: number[]) => write({ gap: "\n\n" }, order).replaceAll("\n", "\r\n");
    expect(reorderCandidates(onWindows(), names, turned)).toBe(onWindows(turned));
  });

  test("blanks between candidates stay where they are", () => {
    const uneven = write().replace("## 2.", "\n \n## 2.").replace("## 4.", "\n## 4.");
    const inTurn = write({}, turned).replace("## 2.", "\n \n## 2.").replace("## 4.", "\n## 4.");
    expect(reorderCandidates(uneven, names, turned)).toBe(inTurn);
  });

  test("in the file’s order it is the same, whatever it looks like", () => {
    expect(reorderCandidates("Ada or Ben?", names, [0, 1, 2, 3])).toBe("Ada or Ben?");
    expect(() => reorderCandidates("Ada or Ben?", names, turned)).toThrow("can’t be told apart");
  });
});

describe("a prompt is left out where anything about another order is in doubt", () => {
  const list = (some: readonly string[], by: string) => some.join(by);
  const listedBy = (by: string) => `Who is it?\n${names.map((name) => `- ${name}`).join(by)}`;
  test.each<[string, string]>([
    ["no headings", names.join("\n")],
    ["a name without a heading", write().replace("## 3. Cleo Hart", "**Cleo Hart**")],
    ["a name with two", write({ profiles: ["## Ben Croft", ...profiles.slice(1)] })],
    ["another order than the options’", write({}, [1, 0, 2, 3])],
    ["numbers that don’t count", write({ number: (index) => `${index + 2}. ` })],
    ["numbers for some", write({ number: (index) => (index === 2 ? "" : `${index + 1}. `) })],
    ["no section around them", write({ depths: { section: 2, candidate: 2 } })],
    [
      "a heading between them that is none of theirs",
      write({ profiles: ["## Youth", ...profiles.slice(1)] }),
    ],
    ["nothing below them", write().split("# Response Format")[0] ?? ""],
    ["below them a heading that may be the last profile’s", write({ words: { format: "Later years" } })],
    ["more below the last", write({ profiles: [...profiles.slice(0, 3), `${profiles[3]}\n\nNow choose.`] })],
    ["a list above, in lines", write({ preamble: listedBy("\n") })],
    ["a list above, in one line", write({ preamble: listedBy(", ") })],
    ["the form of the answer names some", write({ tail: '{"Ada Moor": 0.7, "Ben Croft": 0.3}' })],
    ["the form of the answer has them in another order", write({ tail: list(names.toReversed(), ", ") })],
    ["words between the names of the form", write({ tail: list(names, ", then ") })],
    ["two mentions beside the form", write({ tail: `${list(names, ", ")}. Not Ada Moor, nor Dov Stein.` })],
    ["one is meant by its number", write({ tail: "Beware of candidate 2." })],
    ["one is meant by its place", write({ preamble: "The last candidate is often right." })],
    ["by its place, in Chinese", write({ preamble: "第二个候选人往往是对的。" })],
    ["they are said to be sorted", write({ preamble: "They stand in alphabetical order." })],
  ])("%s", (_, prompt) => {
    expect(findCandidates(prompt, names)).toBeNull();
  });

  test("equal names, empty names, a single one", () => {
    expect(findCandidates(write(), ["Ada Moor", "Ada Moor", "Cleo Hart", "Dov Stein"])).toBeNull();
    expect(findCandidates(write(), ["", "Ben Croft"])).toBeNull();
    expect(findCandidates(write(), ["Ada Moor"])).toBeNull();
  });

  test("a megabyte that means to take long takes no time", () => {
    const blanks = " ".repeat(300_000);
    const hostile = `option${blanks}x\n${"# \n".repeat(100_000)}${"\n\r".repeat(100_000)}第一${blanks}`;
    expect(findCandidates(write({ preamble: hostile }), names)?.flat()).toHaveLength(4);
    const listed = `{"Ada Moor"${" ".repeat(100_000)}${'"Ada Moor": '.repeat(50_000)}`;
    expect(findCandidates(write({ tail: listed }), names)?.flat()).toHaveLength(4);
  });
});
