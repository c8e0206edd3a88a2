import { expect, test } from "vitest";
import { answerOf } from "#lib/fake-models/fake-answer.ts";
import { readRequestedForm, readRequestedLines } from "#lib/fake-models/prompt-options.ts";
import { readObject } from "#lib/model-answers/read-answer.ts";

const rating = '{"score": 1 | 2 | 3 | 4 | 5, "explanation": "one sentence"}';
const traits = '{"openness": "low" | "high", "calm \\"C\\"": "low" | "neutral" | "high"}';
const prompts = Array.from({ length: 400 }, (_, number) => `Case ${number}\n\n## Text\n\nRain.\n\n${rating}`);

test("the form that a prompt ends in, and none where it ends in another", () => {
  expect(readRequestedForm(`Rate it.\n${rating}\n`)).toEqual([
    { name: "score", values: [1, 2, 3, 4, 5] },
    { name: "explanation", values: null },
  ]);
  expect(readRequestedForm(traits)).toEqual([
    { name: "openness", values: ["low", "high"] },
    { name: 'calm "C"', values: ["low", "neutral", "high"] },
  ]);
  for (const other of [
    "",
    "Who?",
    '{"Ann": 0.5, "Ben": 0.5}',
    '{"Ann": probability}',
    `${rating}\nThink first.`,
  ])
    expect(readRequestedForm(other)).toBeNull();
});

test("is answered by the same rule: the value taken for right is drawn, each about as often", () => {
  const scores = prompts.map((prompt) => readObject(answerOf("fake-70", 1, prompt).text)?.get("score"));
  expect(scores).toEqual(
    prompts.map((prompt) => readObject(answerOf("fake-70", 1, prompt).text)?.get("score")),
  );
  const counts = [1, 2, 3, 4, 5].map((score) => scores.filter((one) => one === score).length);
  expect(Math.min(...counts)).toBeGreaterThan(50);
  // Other draws say something else as often as the shares say.
  const kept = prompts.filter((prompt, at) => {
    const drawn = answerOf("fake-70", 1, prompt, { draw: 7 });
    return readObject(drawn.text)?.get("score") === scores[at];
  });
  expect(kept.length).toBeGreaterThan(240);
  expect(kept.length).toBeLessThan(320);
});

test("each thing that is asked for is drawn by itself", () => {
  const said = prompts.map((prompt) => {
    const found = readObject(answerOf("fake-70", 1, `${prompt}\n${traits}`).text);
    return `${String(found?.get("openness"))} ${String(found?.get('calm "C"'))}`;
  });
  expect(new Set(said).size).toBe(6);
});

test("scripts go wrong with it, too", () => {
  const [prompt = ""] = prompts;
  const text = (script: string) => answerOf(`fake-70-${script}`, 1, prompt).text;
  const score = (script: string) => readObject(text(script))?.get("score");
  for (const script of ["think", "two-objects", "comma"]) expect([1, 2, 3, 4, 5]).toContain(score(script));
  expect(text("prose")).not.toContain("{");
  expect(score("wrong-names")).toContain("the Elder");
  for (const script of ["sum-97", "sum-130"]) expect(Number.isInteger(score(script))).toBe(false);
  expect(readObject(text("length"))).toBeNull();
  expect(text("empty")).toBe("");
});

const prompt = "## Q1\n\nWhere?\n\nLines.\n\nQ1: A | B | C\nQ2: A | B";

test("the lines that a prompt ends in, and none where it ends in something else", () => {
  expect(readRequestedLines(`${prompt}\n`)).toEqual([
    { name: "Q1", values: ["A", "B", "C"] },
    { name: "Q2", values: ["A", "B"] },
  ]);
  for (const other of ["", "Q1: A", `${prompt}\nThink first.`, '{"a": "A" | "B"}'])
    expect(readRequestedLines(other)).toEqual([]);
});

test("are answered by a line of each, the same for ever; scripts go wrong with them, too", () => {
  const text = (model: string) => answerOf(model, 1, prompt).text;
  expect(text("fake-70")).toMatch(/^Q1: [ABC]\nQ2: [AB]$/);
  expect(text("fake-70")).toBe(text("fake-70"));
  expect(text("fake-70-prose")).not.toContain("Q1:");
  expect(text("fake-70-wrong-names")).toMatch(/^Q1: [ABC] the Elder$/m);
  expect(text("fake-70-think")).toMatch(/<\/think>\n\nQ1: [ABC]\nQ2: [AB]$/);
  expect(text("fake-70-length")).not.toMatch(/Q2: [AB]$/);
  expect(text("fake-70-empty")).toBe("");
});
