import { describe, expect, test } from "vitest";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { documentFiles } from "#lib/task-kinds/document/case-files.ts";
import { openingOf, showCase } from "#lib/task-kinds/server-registry.ts";

const turns = [
  { speaker: "Ruth Adeyemi", text: "When did the mill close?", at: "00:00:04.500" },
  { speaker: "Joan Pell", text: "In the wet spring. I was nineteen." },
  { speaker: null, text: "(a kettle)" },
];
const line = { kind: "document", content: { title: "Joan Pell on the mill", turns } };
const parts = [
  { title: "thought", text: "He can’t have seen it." },
  { title: "passage", text: "She folded the letter. He can’t have seen it." },
];
const readBytes = (text: string) => readJsonCase({ line: 3, bytes: Buffer.from(text), problems: [] });
const read = (value: object) => readBytes(JSON.stringify(value));
const understand = async (value: object) => {
  const { good } = read(value);
  if (!good) throw new Error("the line is bad");
  return documentFiles.understand(good as Parameters<typeof documentFiles.understand>[0]);
};

describe("a line of a document", () => {
  test("has turns, with or without a name and a time, and is searched by all of its words", async () => {
    expect(read(line).good).toMatchObject({ kind: "document", optionNames: [], gold: null, prompt: null });
    expect(await understand(line)).toMatchObject({
      form: "dialogue",
      content: line.content,
      said: "joan pell on the mill\nruth adeyemi: when did the mill close?\njoan pell: in the wet spring. i was nineteen.\n(a kettle)",
    });
    const nameless = await understand({ kind: "document", content: { turns: [{ text: "Hello." }] } });
    expect(nameless.content).toEqual({ turns: [{ speaker: null, text: "Hello." }] });
  });

  test("has parts under titles in place of turns", async () => {
    expect(await understand({ kind: "document", content: { parts } })).toMatchObject({
      form: "text",
      content: { parts },
    });
  });

  test("holds a million characters, in one turn or in thousands", async () => {
    const text = "The ferry was late again. ".repeat(40_000);
    const one = await understand({ kind: "document", content: { turns: [{ speaker: "A", text }] } });
    expect(one.said).toHaveLength(text.length + 3);
    const many = Array.from({ length: 20_000 }, (_, at) => ({
      speaker: `P${at % 7}`,
      text: text.slice(0, 50),
    }));
    expect((await understand({ kind: "document", content: { turns: many } })).content?.turns).toEqual(many);
  });

  const withTurn = (turn: object) => ({ content: { turns: [...turns, turn] } });
  test.each([
    [{ content: {} }, "content", "content needs either turns or parts, and not both."],
    [{ content: { turns, parts } }, "content", "content needs either turns or parts, and not both."],
    [{ content: "Hello." }, "content", "content must be an object with title, and either turns or parts."],
    [{ content: { turns, text: "Hello." } }, "content", "content can’t have “text”, only title"],
    [{ content: { turns: [] } }, "content.turns", "A transcript needs at least one turn."],
    [
      withTurn({ speaker: "A", text: " \n" }),
      "content.turns[3].text",
      "The text of a turn can’t be empty. Leave the turn out.",
    ],
    [withTurn({ speaker: "A" }), "content.turns[3].text", "This must be text."],
    [withTurn({ speaker: " ", text: "x" }), "content.turns[3].speaker", "A name can’t be empty."],
    [
      withTurn({ speaker: "A", text: "x", at: "12" }),
      "content.turns[3].at",
      "A time is written as hours, minutes and seconds",
    ],
    [withTurn({ speaker: "A", text: "x", at: "00:61:00" }), "content.turns[3].at", "A time is written as"],
    [withTurn({ speaker: "A", text: "x", at: 61 }), "content.turns[3].at", "A time is text"],
    [
      withTurn({ speaker: "A", text: "x", end: "1:00" }),
      "content.turns[3]",
      "A turn can’t have “end”, only speaker, text and at.",
    ],
    [
      { content: { parts: [{ title: "thought", text: "" }] } },
      "content.parts[0].text",
      "The text of a part can’t be empty.",
    ],
    [{ content: { title: "", turns } }, "content.title", "A name can’t be empty."],
  ])("%j is refused at %s", (changes, column, says) => {
    const { problems } = read({ ...line, ...changes });
    expect(problems).toEqual([expect.objectContaining({ line: 3, column })]);
    expect(problems?.[0]?.problem).toContain(says);
  });

  test("says NaN, half a character and a key that stands twice for what they are", () => {
    const bad = (at: string) =>
      readBytes(`{"kind":"document","content":{"turns":[{"text":"x","at":${at}}]}}`);
    expect(bad("NaN").problems?.[0]?.problem).toContain("NaN");
    expect(bad('"1:00","text":"y"').problems?.[0]).toMatchObject({ column: "text" });
    expect(bad('"\\ud83d"').problems?.[0]?.problem).toContain("half a character");
  });
});

describe("a document", () => {
  test("is the same version whatever the order of its keys, and another one with another word", () => {
    const partsOf = (content: object) => {
      const { good } = read({ kind: "document", content });
      return good && documentFiles.versionParts(good as Parameters<typeof documentFiles.versionParts>[0]);
    };
    const before = partsOf(line.content);
    expect(partsOf({ turns, title: "Joan Pell on the mill" })).toEqual(before);
    expect(partsOf({ turns })).not.toEqual(before);
    expect(
      partsOf({ ...line.content, turns: turns.with(0, { speaker: "Ruth", text: "When?" }) }),
    ).not.toEqual(before);
  });

  test("is listed by how it begins, previewed by its beginning, and shown whole", () => {
    const long = { turns: Array.from({ length: 500 }, () => ({ speaker: "A", text: "word ".repeat(100) })) };
    const stored = { content: long, original: "", optionNames: [] };
    expect(openingOf("document", stored, 300)).toHaveLength(300);
    expect(JSON.stringify(documentFiles.preview?.(long)).length).toBeLessThan(4000);
    expect(
      documentFiles.preview?.({ parts: [{ title: "t", text: "x".repeat(9000) }] }).parts?.[0]?.text,
    ).toHaveLength(3001);
    expect(showCase("document", stored)).toEqual({ content: long, names: [] });
  });
});
