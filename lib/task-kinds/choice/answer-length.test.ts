import { expect, test } from "vitest";
import { answerLength } from "#lib/task-kinds/choice/server-kind.ts";
import type { Part, Turn } from "#lib/task-kinds/dialogue.ts";

const speech = (text: string): Part => ({ type: "speech", text });
const length = (...turns: Turn[]) => answerLength({ form: "dialogue", turns, profiles: [null, null] });

test("counts the tokens of the unknown speaker's turns and of nobody else's", async () => {
  const known = { speaker: "Ada", parts: [speech("Many more words than the answer has.")] };
  expect(await length(known, { speaker: null, parts: [speech("hello world")] })).toBe(2);
  expect(await length({ speaker: null, parts: [speech("hello world")] }, known)).toBe(2);
  const twice = { speaker: null, parts: [speech("tiktoken is great!")] };
  expect(await length(twice, known, twice)).toBe(12);
  expect(await length(known)).toBe(0);
});

test("counts a turn's parts as one text with blanks between them", async () => {
  const parts: Part[] = [
    { type: "thought", text: "tiktoken" },
    { type: "manner", text: "is" },
    { type: "speech", text: "great!" },
  ];
  expect(await length({ speaker: null, parts })).toBe(6);
});

test("counts Chinese, and special tokens as the text they are", async () => {
  expect(await length({ speaker: null, parts: [speech("你好")] })).toBe(2);
  const special = await length({ speaker: null, parts: [speech("<|endoftext|> <|im_start|>")] });
  expect(special).toBeGreaterThan(2);
});

test("has no length for plain text", async () => {
  expect(await answerLength({ form: "text", text: "Some words.", profiles: [null] })).toBeNull();
});
