import { describe, expect, test } from "vitest";
import { answerOf, countTokens, failingTries } from "#lib/fake-models/fake-answer.ts";
import { readPromptOptions } from "#lib/fake-models/prompt-options.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import type { FakeScript } from "#lib/fake-models/scripts.ts";

const names = ["Ann Moor", "Ben “B” Croft", 'Cleo "C" Hart', "沈知秋"];
const promptOf = (number: number, options = names) =>
  [
    `Case ${number}`,
    "# Character Candidates",
    ...options.map((name, at) => `## ${at + 1}. ${name}\nA profile.`),
  ].join("\n");
const prompts = Array.from({ length: 400 }, (_, number) => promptOf(number));
const people = ["Ann Moor", "John Hart Jr.", "沈知秋"];
const printed = people.join("\n");
const turns = "Bosun: [Rain] Aye.\n?: (low) The tide.\nAnn Moor: Now.";
const right = (shares: readonly number[]) => shares.indexOf(Math.max(...shares));

describe("the options of a prompt", () => {
  test.each([
    ["its numbered headings", promptOf(1), names],
    ["deeper ones, counted in Chinese", "#### 一、沈知秋\n#### 二、老鲁", ["沈知秋", "老鲁"]],
    ["headings of candidates", "## Candidate 1: Ann\n## Candidate 2: Ben", ["Ann", "Ben"]],
    ["the last ones, behind other examples", `${promptOf(1, ["X", "Y"])}\n# Now this\n${promptOf(2)}`, names],
    ["without a heading inside a profile", "## 1. Ann\n## 7. Strange\n## 2. Ben", ["Ann", "Ben"]],
    ["the names of its last object", 'Say {"Ann \\"A\\"": 0.5, "Ben": probability, …}', ['Ann "A"', "Ben"]],
    ["its numbered lines", "Which?\n1. Yes\n2) No", ["Yes", "No"]],
    ["lines of a template, below the turns", `Who is it?\n${turns}\n${printed}\nSay {"name": 0.5}.`, people],
    ["the same above them", `Candidates\n${printed}\n${turns}\nWho is it?`, people],
    [
      "with profiles",
      `${turns}\n\nAnn Moor: Keeps, of all: bells.\nJohn Hart Jr.\n沈知秋: 渡口\nSay who.`,
      people,
    ],
    ["none, in a dialogue alone", `Who is it?\n${turns}\nAnn Moor: No.\nSay who.`, []],
    ["none", "How are you?", []],
  ])("are %s", (_, prompt, options) => {
    expect(readPromptOptions(prompt)).toEqual(options);
  });
});

test("an answer is the same for ever, and another seed, model or prompt makes another", () => {
  const [first = "", second = ""] = prompts;
  expect(answerOf("fake-70", 1, first)).toEqual(answerOf("fake-70", 1, first));
  // Written down, so that runs against the server of an older version can still be computed.
  expect(answerOf("fake-70", 1, first).shares).toEqual([70, 0, 28, 2]);
  const taken = (model: string, seed: number) =>
    prompts.map((prompt) => right(answerOf(model, seed, prompt).shares)).join("");
  expect(new Set([taken("fake-70", 1), taken("fake-70", 2), taken("fake-71", 1)]).size).toBe(3);
  expect(answerOf("fake-70", 1, second).text).not.toBe(answerOf("fake-70", 1, first).text);
});

test("the option taken for right gets what the name says, and each is taken about as often", () => {
  const counts = [0, 0, 0, 0];
  for (const prompt of prompts) {
    const { shares, options, text } = answerOf("fake-70", 1, prompt);
    expect(options).toEqual(names);
    expect(Math.max(...shares)).toBe(70);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(readAnswer(text, names)).toEqual({
      ok: true,
      probabilities: shares.map((share) => share / 100),
      repairs: [],
      normalised: false,
    });
    counts[right(shares)] = (counts[right(shares)] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(70);
  expect(Math.max(...counts)).toBeLessThan(130);
});

test("draws take the options as often as the shares say", () => {
  const [prompt = ""] = prompts;
  const { shares } = answerOf("fake-60", 1, prompt);
  const counts = shares.map(() => 0);
  for (let draw = 0; draw < 2000; draw++) {
    const drawn = right(answerOf("fake-60", 1, prompt, { draw }).shares);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const [at, count] of counts.entries())
    expect(Math.abs(count / 20 - (shares[at] ?? 0))).toBeLessThan(4);
});

describe("a script", () => {
  const [prompt = ""] = prompts;
  const readOf = (script: FakeScript) => readAnswer(answerOf(`fake-70-${script}`, 1, prompt).text, names);
  const { options, shares } = answerOf("fake-70", 1, prompt);

  test.each([
    ["comma", { ok: true, repairs: ["comma"], normalised: false }],
    ["percent", { ok: true, repairs: ["percent"], normalised: false }],
    ["two-objects", { ok: true, repairs: [] }],
    ["think", { ok: true, repairs: [] }],
    ["prose", { ok: false, failure: "no_json" }],
    ["length", { ok: false, failure: "no_json" }],
    ["wrong-names", { ok: false, failure: "names" }],
    ["sum-97", { ok: false, failure: "sum" }],
    ["sum-130", { ok: false, failure: "sum" }],
    ["empty", { ok: false, failure: "empty" }],
  ] as const)("%s writes what reads so", (script, expected) => {
    expect(readOf(script)).toMatchObject(expected);
  });

  test("is kept to in the prompts and tries that its name says, and answered then", () => {
    const model = "fake-70-prose-every-20-first-2";
    const failing = prompts.filter((one) => failingTries(model, 1, one) > 0);
    expect(failing.length).toBeGreaterThan(5);
    expect(failing.length).toBeLessThan(40);
    const [one = ""] = failing;
    expect(failingTries(model, 1, one)).toBe(2);
    const scripts = [0, 1, 2].map((before) => answerOf(model, 1, one, { before }).script);
    expect(scripts).toEqual(["prose", "prose", null]);
    expect(readAnswer(answerOf(model, 1, one, { before: 2 }).text, names).ok).toBe(true);
    expect(failingTries("fake-70-prose", 1, one)).toBe(Number.POSITIVE_INFINITY);
    expect(failingTries("fake-70", 1, one)).toBe(0);
  });

  test("is counted in its tokens", () => {
    const reasoned = answerOf("fake-70-reasoning", 1, prompt);
    expect(reasoned.tokens).toEqual({
      input: countTokens(prompt),
      output: countTokens(reasoned.text) + countTokens(reasoned.reasoning),
      reasoning: countTokens(reasoned.reasoning),
    });
    expect([options.length, shares.length]).toEqual([4, 4]);
  });
});

test("a prompt without options is answered, too; a model that isn’t fake is not", () => {
  expect(answerOf("fake-70", 1, "How are you?")).toMatchObject({ options: [], shares: [] });
  expect(() => answerOf("gpt-4o", 1, "How are you?")).toThrow("isn’t the name of a fake model");
});
