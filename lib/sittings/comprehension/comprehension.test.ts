import { describe, expect, test } from "vitest";
import {
  checkComprehension,
  judgeUnderstanding,
  mayAnswer,
  withoutRight,
} from "#lib/sittings/comprehension/comprehension.ts";
import { questionsSchema, rulesSchema } from "#lib/studies/schema.ts";

const label = { en: "Words", "zh-CN": "文字" };
const options = ["a", "b"].map((value) => ({ value, label }));
const { comprehension = [] } = questionsSchema.parse({
  comprehension: [
    { key: "task", label, options, right: "a" },
    { key: "alone", label, options, right: "b" },
  ],
});
const at = "2026-11-22T12:00:00.000Z";
const right = { at, answers: { task: "a", alone: "b" }, wrong: [] };
const wrong = { at, answers: { task: "a", alone: "a" }, wrong: ["alone"] };

describe("what somebody chose", () => {
  const check = (given: Record<string, string>) => checkComprehension(comprehension, given);

  test("is held against what is right, question by question", () => {
    expect(check(right.answers)).toEqual({ ok: true, value: { answers: right.answers, wrong: [] } });
    expect(check({ task: "b", alone: "a" })).toMatchObject({ value: { wrong: ["task", "alone"] } });
  });

  test("has to be one of the options, for every question", () => {
    expect(check({ task: "c" })).toMatchObject({ fields: { task: "empty", alone: "empty" } });
    const nobody = Object.create({ task: "a", alone: "b" }) as Record<string, string>;
    expect(check(nobody)).toMatchObject({ error: "invalid" });
  });
});

describe("where somebody stands", () => {
  test.each([
    ["before the first try", [], "record", "open"],
    ["right at once", [right], "exclude", "passed"],
    ["wrong once", [wrong], "exclude", "open"],
    ["right the second time", [wrong, right], "exclude", "passed"],
    ["wrong twice, where that is only recorded", [wrong, wrong], "record", "recorded"],
    ["wrong twice, where the plan says nothing", [wrong, wrong], undefined, "recorded"],
    ["wrong twice, where the rule leaves them out", [wrong, wrong], "exclude", "failed"],
  ] as const)("%s", (_what, tries, rule, expected) => {
    const rules = rulesSchema.parse({ comprehension: rule });
    const standing = judgeUnderstanding({ questions: { comprehension }, rules }, tries);
    expect(standing).toBe(expected);
    expect(mayAnswer(standing)).toBe(expected === "passed" || expected === "recorded");
  });

  test("a plan without questions asks nobody", () => {
    const standing = judgeUnderstanding({ questions: {}, rules: rulesSchema.parse({}) }, []);
    expect(standing).toBe("not_asked");
    expect(mayAnswer(standing)).toBe(true);
  });
});

test("what is right is not in what is asked", () => {
  expect(JSON.stringify(withoutRight(comprehension))).not.toContain("right");
});
