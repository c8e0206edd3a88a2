import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { versionDigest } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { textsFiles, limits, textsServer } from "#lib/task-kinds/texts/server-kind.ts";

const options = [
  { name: "The bell rang twice.", type: "faithful" },
  { name: "The bell never rang.", type: "contradicted" },
];
const line = { kind: "texts", question: "What did she hear?", options, gold: "The bell rang twice." };
const read = (value: object) =>
  readJsonCase({ line: 3, problems: [], bytes: Buffer.from(JSON.stringify(value)) } as Parameters<
    typeof readJsonCase
  >[0]);

function understand(value: object) {
  const { good } = read(value);
  if (!good) throw new Error("it was refused");
  return textsFiles.understand(good as Parameters<typeof textsFiles.understand>[0]);
}

describe("a line of texts", () => {
  test("may have a passage, a dialogue or neither, and a right answer or none", async () => {
    expect((await understand({ ...line, content: { text: "Ding. Dong." } })).content).toEqual({
      question: "What did she hear?",
      before: { text: "Ding. Dong." },
      types: ["faithful", "contradicted"],
    });
    const turns = [{ speaker: "Ida", text: "Twice, I counted." }];
    expect(await understand({ ...line, content: { turns } })).toMatchObject({
      form: "dialogue",
      content: { before: { turns } },
      said: "ida: twice, i counted.\nwhat did she hear?",
    });
    const { gold: _, ...open } = line;
    expect(read(open)).toMatchObject({ good: { gold: null, prompt: null }, problems: null });
    expect(read({ ...line, gold: null, content: null })).toMatchObject({ good: { gold: null } });
    expect(read({ ...line, note: "left alone" }).problems).toBeNull();
  });

  test.each([
    [{ question: " " }, "question", "The question can’t be empty."],
    [{ question: undefined }, "question", "This must be text."],
    [{ options: options.slice(1) }, "options", "A case needs at least 2 options."],
    [
      { options: Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, type: "t" })), gold: undefined },
      "options",
      "A case can have at most 8 options.",
    ],
    [{ options: ["a", "b"] }, "options[0]", "An option must be an object with name and type."],
    [{ options: [options[0], { name: "Other." }] }, "options[1].type", "This must be text."],
    [
      { options: [options[0], { ...options[1], profile: "?" }] },
      "options[1]",
      "An option can’t have “profile”, only name and type.",
    ],
    [
      { options: [options[0], options[0]] },
      "options[1].name",
      "Two options have the same text. Options must differ.",
    ],
    [
      { options: [options[0], { name: "x".repeat(limits.option + 1), type: "long" }] },
      "options[1].name",
      "An option can have at most 2000 characters.",
    ],
    [
      { gold: "the bell rang twice." },
      "gold",
      "The right answer is not among the options: it must match one of their names exactly. Leave gold out if it is unknown.",
    ],
    [
      { options: options.map(({ name }) => ({ name, type: "correct" })) },
      "options[1].type",
      "A second option is of the type correct. Only one can be.",
    ],
    [
      { options: [options[0], { ...options[1], type: "correct" }] },
      "gold",
      "The option of the type correct is another one. Let both name the same.",
    ],
    [{ content: {} }, "content", "content must be an object with either turns or text."],
    [{ content: { text: "a", turns: [] } }, "content.turns", "A dialogue needs at least one turn."],
    [{ content: { turns: [{ speaker: "Ida", parts: [] }] } }, "content.turns[0].text", "This must be text."],
    [{ content: { text: "" } }, "content.text", "A text can’t be empty."],
  ])("is refused with what to do: %j", (change, column, problem) => {
    const { problems } = read({ ...line, ...change });
    expect(problems?.map((one) => [one.line, one.column, one.problem])).toContainEqual([3, column, problem]);
  });

  test("is another version with another question, passage, option, type or right answer", () => {
    const digest = (value: object) => {
      const { good } = read(value);
      return versionDigest(textsFiles.versionParts(good as Parameters<typeof textsFiles.versionParts>[0]));
    };
    const others = [
      { ...line, question: "What did he hear?" },
      { ...line, content: { text: "Ding." } },
      { ...line, content: { turns: [{ speaker: "Ida", text: "Ding." }] } },
      { ...line, options: options.toReversed() },
      { ...line, options: [options[0], { ...options[1], type: "plausible" }] },
      { ...line, gold: "The bell never rang." },
      { ...line, gold: undefined },
    ];
    const digests = [line, ...others].map((value) => digest(value).toString("hex"));
    expect(new Set(digests).size).toBe(digests.length);
    expect(digest({ ...line, id: "other", source: "The Bell", note: 1 })).toEqual(digest(line));
  });

  test("is written as it was read", async () => {
    const lines = readFileSync("docs/formats/texts-example.jsonl", "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(10);
    for (const one of lines) {
      const value = JSON.parse(one) as Record<string, unknown>;
      const { good } = read(value);
      const { content } = await understand(value);
      const optionNames = good?.optionNames ?? [];
      const written = textsFiles.write({
        original: one,
        hasPrompt: false,
        content,
        optionNames,
        gold: good?.gold ?? null,
      });
      const { id, track, kind } = value;
      expect({ id, track, kind, ...written }).toEqual(value);
    }
  });
});

test("what is shown of a case names no type, whatever the order of its options", async () => {
  const { content } = await understand({ ...line, content: { text: "Ding. Dong." } });
  if (!content) throw new Error("it has no content");
  const shown = textsServer.arrange(content, ["The bell rang twice.", "The bell never rang."], [1, 0]);
  expect(shown).toEqual({
    content: { question: "What did she hear?", before: { text: "Ding. Dong." } },
    names: ["The bell never rang.", "The bell rang twice."],
  });
});
