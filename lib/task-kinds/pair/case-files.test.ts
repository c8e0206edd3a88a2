import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { versionDigest } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { pairFiles, pairPredictions, pairServer } from "#lib/task-kinds/pair/server-kind.ts";
import type { PairContent } from "#lib/task-kinds/pair/schema.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

const scenario = { role: "scenario", text: "The lamp is out again." };
const one = { role: "judged", text: "No light on the quay.", origin: { model: "quill-3", method: "Memory" } };
const other = { role: "judged", text: "It is dark.", origin: { method: "Zero-shot", model: "quill-3" } };
const line = { kind: "pair", content: { parts: [scenario, one, other] } };
const read = (value: object) =>
  readJsonCase({ line: 3, bytes: Buffer.from(JSON.stringify(value)), problems: [] });
type ParsedCase = Parameters<typeof pairFiles.understand>[0];
const withParts = (...parts: readonly object[]) => ({ content: { parts } });

describe("a line of a pair", () => {
  test("has two texts by two origins, which name the answers, and asks which is better", async () => {
    const { good } = read({ ...line, gold: "second" });
    expect(good).toMatchObject({
      optionNames: ["Memory · quill-3", "Zero-shot · quill-3", "tie"],
      gold: 1,
      prompt: null,
    });
    const { content, said } = await pairFiles.understand(good as ParsedCase);
    expect(content).toEqual({
      question: { en: "Which text is better?", "zh-CN": "哪一段更好？" },
      parts: [scenario, { role: "judged", text: one.text }, { role: "judged", text: other.text }],
      origins: [one.origin, other.origin],
    });
    expect(said).toContain("the lamp is out again.\nwhich text is better?\nit is dark.");
    expect(pairFiles.opening(content as PairContent)).toBe(one.text);
  });

  test.each([
    [withParts(scenario, one), "content.parts", "A case of this kind has two judged parts"],
    [
      withParts(one, other, { ...one, text: "Dark." }),
      "content.parts",
      "A case of this kind has two judged parts",
    ],
    [
      withParts(one, { role: "judged", text: "It is dark." }),
      "content.parts[1].origin",
      "A judged part needs an origin",
    ],
    [
      withParts({ ...scenario, origin: one.origin }, one, other),
      "content.parts[0].origin",
      "Only judged parts have an origin.",
    ],
    [
      withParts(one, { ...other, origin: { method: "Memory", model: "quill-3" } }),
      "content.parts[1].origin",
      "Both judged parts have this origin.",
    ],
    [
      withParts(one, { ...other, text: `${one.text} ` }),
      "content.parts[1].text",
      "Both judged parts have this text.",
    ],
    [withParts(one, { ...other, text: " " }), "content.parts[1].text", "A part’s text can’t be empty."],
    [
      withParts(one, { ...other, text: "x".repeat(2 ** 20 + 1) }),
      "content.parts[1].text",
      "A part’s text can have at most 1 MB.",
    ],
    [
      withParts({ role: "verdict", text: "x" }, one, other),
      "content.parts[0].role",
      "A part’s role must be one of",
    ],
    [
      withParts(one, { ...other, origin: {} }),
      "content.parts[1].origin",
      "An origin needs at least one text",
    ],
    [withParts(one, { ...other, origin: { method: "tie" } }), "content.parts[1].origin", "“tie” can’t be"],
    [
      withParts(one, { ...other, origin: { method: 3 } }),
      "content.parts[1].origin.method",
      "This must be text.",
    ],
    [{ question: "nicer" }, "question", "No question is called that. There are better,"],
    [{ question: {} }, "question", "Write the question in en, in zh-CN, or in both."],
    [{ gold: "left" }, "gold", "gold must be first, second or tie"],
    [{ content: undefined }, "content", "content must be an object with parts."],
  ])("is refused with what to do: %j", (change, column, problem) => {
    const [first] = read({ ...line, ...change }).problems ?? [];
    expect([first?.line, first?.column]).toEqual([3, column]);
    expect(first?.problem).toContain(problem);
  });

  test("is another version with other texts, sides, question, origins or gold, however an origin is written", () => {
    const digestOf = (value: object) =>
      versionDigest(pairFiles.versionParts(read(value).good as ParsedCase)).toString("hex");
    const others = [
      { ...line, ...withParts(scenario, other, one) },
      { ...line, ...withParts(one, other) },
      { ...line, question: "in-character" },
      {
        ...line,
        ...withParts(scenario, one, { ...other, origin: { method: "Zero-shot", model: "quill-4" } }),
      },
      { ...line, gold: "tie" },
    ];
    expect(new Set([line, ...others].map(digestOf)).size).toBe(6);
    const { model, method } = one.origin;
    const turned = withParts(scenario, { ...one, origin: { method, model } }, other);
    expect(digestOf({ ...line, ...turned })).toBe(digestOf(line));
  });

  test("is written as it was read", async () => {
    const lines = readFileSync("docs/formats/pairs-example.jsonl", "utf8").trimEnd().split("\n");
    for (const written of lines) {
      const { question, content, gold } = JSON.parse(written) as Record<string, unknown>;
      const { good } = read(JSON.parse(written) as object);
      const understood = await pairFiles.understand(good as ParsedCase);
      const stored = { original: written, hasPrompt: false, optionNames: [], gold: good?.gold ?? null };
      expect(pairFiles.write({ ...stored, content: understood.content })).toEqual({
        question,
        content,
        ...(gold !== undefined && { gold }),
      });
    }
  });
});

describe("what a judge said", () => {
  const hold = (given: object, failed = false) =>
    pairPredictions.hold(given, failed, { optionNames: [], gold: null });

  test("is a side by the order of the file, or a tie", () => {
    for (const [choice, name] of ["first", "second", "tie"].entries()) {
      expect(hold({ choice: name })).toMatchObject({ ok: true, prediction: { choice } });
      const stored = { failed: false, repaired: false, choice, probabilities: [] };
      expect(pairPredictions.write(stored, [])).toEqual({ choice: name });
    }
    expect(hold({}, true)).toMatchObject({ ok: true, prediction: { failed: true, choice: null } });
  });

  test.each(["A", "First", "", undefined])("is refused where it is none: %s", (choice) => {
    expect(hold({ choice })).toMatchObject({ ok: false, column: "choice", found: choice ?? "" });
  });
});

test("who judges gets the texts in their own order, the tie last, and no word of who wrote them or of what judges alone get", async () => {
  const hidden = { role: "reference", text: "KEPT", seenBy: "judges" };
  const given = { ...line, ...withParts(hidden, scenario, one, other) };
  const { content } = await pairFiles.understand(read(given).good as ParsedCase);
  const stored = { original: "", hasPrompt: false, optionNames: [], gold: null };
  expect(pairFiles.write({ ...stored, content }).content).toEqual(given.content);
  const names = ["Memory · quill-3", "Zero-shot · quill-3", "tie"];
  const layouts = Array.from({ length: 40 }, (_, at) =>
    answerKindOf("pair").layOut(3, "random", 7n, `case ${at}`),
  );
  const orders = new Set(layouts.map((layout) => layout.join()));
  expect([...orders].sort()).toEqual(["0,1,2", "1,0,2"]);
  const shown = pairServer.arrange(content as PairContent, names, [1, 0, 2]);
  expect(shown.content).toMatchObject({ sides: [other.text, one.text] });
  expect(shown.names).toEqual(["1", "2", "1 = 2"]);
  for (const secret of ["Memory", "Zero-shot", "quill-3", "origin", "KEPT"])
    expect(JSON.stringify(shown)).not.toContain(secret);
  const { listWords } = pairServer;
  expect(listWords(shown.content as never)).toEqual(listWords(content as PairContent));
});
