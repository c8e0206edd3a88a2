import { describe, expect, test } from "vitest";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { requireModelQuestion } from "#lib/task-kinds/server-registry.ts";

type QuestionInput = { content?: unknown; optionNames?: readonly string[]; layout?: readonly number[] };

const readerOf =
  (kind: KindName, { content = null, optionNames = [], layout = [] }: QuestionInput) =>
  (text: string) => {
    const asked = { content, original: "", optionNames, layout, language: "en" as const };
    const read = requireModelQuestion(kind).read(text, asked);
    return read.ok ? read.said : read.failure;
  };
const mended = { repaired: true };
const asIs = { repaired: false };

describe("a rating", () => {
  const read = readerOf("rating", { optionNames: ["1", "2", "3", "4", "5"] });

  test.each([
    ["an object", '{"score": 4, "explanation": "Close."}', { rating: 4, ...asIs }],
    ["after prose, in a fence", 'I’d say 2.\n```json\n{"score": 3}\n```', { rating: 3, ...asIs }],
    ["the last of several", '{"score": 1}\nNo: {"score": 5}', { rating: 5, ...asIs }],
    ["InterviewSim’s tags", "It fits. <rate>4</rate>", { rating: 4, ...asIs }],
    ["after thinking", '<think>{"score": 1}</think>{"score": 2}', { rating: 2, ...asIs }],
    ["a number in quotation marks", '{"score": "4"}', { rating: 4, ...mended }],
    ["a comma too many", '{"score": 4, "explanation": "x",}', { rating: 4, ...mended }],
    ["another case of the name", '{"Score": 4}', { rating: 4, ...mended }],
    ["lines within a text", '{"score": 4, "explanation": "one\ntwo"}', { rating: 4, ...mended }],
    ["a brace within a text", '{"score": 4, "explanation": "a } b"}', { rating: 4, ...asIs }],
    ["nothing", " \n", "empty"],
    ["prose", "Four, I think.", "no_json"],
    ["an object that was cut off", '{"score": 4, "explanation": "It', "no_json"],
    ["another object", '{"rating": 4}', "names"],
    ["a word", '{"score": "good"}', "names"],
    ["nothing at all", '{"score": null}', "names"],
    ["above the scale", '{"score": 6}', "range"],
    ["below the scale", "<rate>0</rate>", "range"],
    ["between its points", '{"score": 3.5}', "range"],
  ])("of %s", (_, text, said) => {
    expect(read(text)).toEqual(said);
  });

  test("several: most of them, the one said first where as many say another, or their mean", () => {
    const { combine } = requireModelQuestion("rating");
    const said = [2, 5, 5, 2, 3].map((rating) => ({ rating, repaired: false }));
    expect(combine(said, "majority", [])).toEqual({ rating: 2, ...asIs });
    expect(combine(said, "mean", [])).toEqual({ score: 3.4, ...asIs });
    expect(combine([{ rating: 4, repaired: true }], null, [])).toEqual({ rating: 4, ...mended });
  });
});

describe("a label", () => {
  const optionNames = ["Entailment", "Neutral", "Contradiction"];
  const read = readerOf("label", { optionNames, content: { parts: [], labels: "interviewsim-consistency" } });

  test.each([
    ["an object", '{"label": "Neutral"}', { label: "Neutral", ...asIs }],
    ["the bare word", "Contradiction", { label: "Contradiction", ...asIs }],
    ["the bare word, written otherwise", "**contradiction**.", { label: "Contradiction", ...mended }],
    ["its Chinese name", '{"label": "矛盾"}', { label: "Contradiction", ...asIs }],
    ["another word", '{"label": "Maybe"}', "names"],
    ["several words", '{"label": ["Neutral"]}', "names"],
    ["prose that names one", "It must be Neutral, since nothing is said.", "no_json"],
  ])("of %s", (_, text, said) => {
    expect(read(text)).toEqual(said);
  });

  test("several: most of them, or the shares of each", () => {
    const { combine } = requireModelQuestion("label");
    const said = ["Neutral", "Contradiction", "Neutral", "Entailment"].map((label) => ({
      label,
      repaired: false,
    }));
    expect(combine(said, "majority", optionNames)).toEqual({ label: "Neutral", ...asIs });
    expect(combine(said, "mean", optionNames)).toEqual({ probabilities: [0.25, 0.5, 0.25], ...asIs });
  });
});

describe("a pair", () => {
  test("is told back from the order in which it was shown", () => {
    const inOrder = readerOf("pair", { layout: [0, 1, 2] });
    const turned = readerOf("pair", { layout: [1, 0, 2] });
    expect(inOrder('{"better": "A"}')).toEqual({ choice: "first", ...asIs });
    expect(turned('{"better": "A"}')).toEqual({ choice: "second", ...asIs });
    expect(turned("B")).toEqual({ choice: "first", ...asIs });
    expect(turned('{"better": "Text B"}')).toEqual({ choice: "first", ...asIs });
    expect(turned('{"better": "Tie"}')).toEqual({ choice: "tie", ...mended });
    expect(turned('{"better": "C"}')).toBe("names");
    expect(turned("Both are fine.")).toBe("no_json");
  });

  test("several: most of them, neither where as many prefer the other", () => {
    const { combine } = requireModelQuestion("pair");
    const of = (...choices: string[]) =>
      combine(
        choices.map((choice) => ({ choice, ...asIs })),
        "majority",
        [],
      );
    expect(of("second", "first", "second")).toEqual({ choice: "second", ...asIs });
    expect(of("second", "first")).toEqual({ choice: "tie", ...asIs });
  });
});

test("typed options: by the letter they were shown under, by their text, or by both", () => {
  const optionNames = ["by boat", "on foot", "A"];
  const read = readerOf("texts", { optionNames, layout: [2, 0, 1] });
  expect(read('{"choice": "A"}')).toEqual({ choice: "A", ...asIs });
  expect(read('{"choice": "B"}')).toEqual({ choice: "by boat", ...asIs });
  expect(read("C.")).toEqual({ choice: "on foot", ...asIs });
  expect(read("(B)")).toEqual({ choice: "by boat", ...asIs });
  expect(read('{"choice": "C. on foot"}')).toEqual({ choice: "on foot", ...asIs });
  expect(read('{"choice": "By boat"}')).toEqual({ choice: "by boat", ...mended });
  expect(read('{"choice": "D"}')).toBe("names");
  expect(read("B, since nobody walks there.")).toBe("no_json");
});

describe("traits", () => {
  const levels = { openness: "high", conscientiousness: "low", extraversion: "Neutral", agreeableness: "高" };
  const read = readerOf("traits", {});
  const first = {
    openness: [2],
    conscientiousness: [0],
    extraversion: [1],
    agreeableness: [2],
    neuroticism: [1],
  };

  test("a level of each of the five, whatever else is said", () => {
    const said = { ...levels, neuroticism: "neutral" };
    expect(read(JSON.stringify(said))).toEqual({ traits: first, ...asIs });
    expect(read(JSON.stringify({ why: "calm", ...said }))).toEqual({ traits: first, ...asIs });
    expect(read(JSON.stringify({ ...said, neuroticism: "NEUTRAL" }))).toEqual({ traits: first, ...mended });
    expect(read(JSON.stringify(levels))).toBe("names");
    expect(read(JSON.stringify({ ...said, openness: "very high" }))).toBe("names");
    expect(read("High openness, otherwise neutral.")).toBe("no_json");
  });

  test("several are kept as runs", () => {
    const { combine } = requireModelQuestion("traits");
    const runs = [1, 2].map(() => ({ traits: first, repaired: false }));
    expect(combine(runs, "majority", [])).toMatchObject({
      traits: { openness: [2, 2], neuroticism: [1, 1] },
    });
  });
});

test.each([
  ["tags with blanks", `<rate>${"\t".repeat(500_000)}x${"\t".repeat(500_000)}</rat>`],
  ["tags without an end", "<rate>".repeat(200_000)],
  ["stars", `${"*".repeat(1_000_000)}x`.repeat(2)],
])("an answer with a million signs of %s is read once", (_, text) => {
  expect(readerOf("rating", { optionNames: ["1", "2"] })(text)).toBe("no_json");
});
