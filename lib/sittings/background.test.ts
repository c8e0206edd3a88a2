import { expect, test } from "vitest";
import { checkBackground } from "#lib/sittings/background.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const label = { en: "A question", "zh-CN": "" };
const { background } = questionsSchema.parse({
  background: [
    { key: "education", kind: "choice", label, options: [{ value: "phd", label }], need: "required" },
    { key: "age", kind: "number", label },
    { key: "field", kind: "text", label },
  ],
});
const check = (given: Record<string, string | number>) => checkBackground(background, given);

test("what was asked is kept, numbers as numbers, and nothing for what was left out", () => {
  const given = { education: "phd", age: "41", field: "" };
  expect(check(given)).toEqual({ ok: true, value: { education: "phd", age: 41 } });
});

test.each([
  [{}, { education: "empty" }],
  [{ education: "none" }, { education: "unknown_option" }],
  [{ education: "phd", age: "old" }, { age: "wrong_number" }],
  [{ education: "phd", age: " " }, { age: "wrong_number" }],
  [{ education: "phd", shoe: "42" }, { shoe: "not_asked" }],
])("%o is refused, by the name of the question", (given, fields) => {
  expect(check(given)).toEqual({ ok: false, error: "invalid", fields });
});

test("a question may be named like something every object has", () => {
  const asked = questionsSchema.parse({ background: [{ key: "constructor", kind: "text", label }] });
  expect(checkBackground(asked.background, {})).toEqual({ ok: true, value: {} });
  const given = { constructor: "ship" } as never;
  expect(checkBackground(asked.background, given)).toEqual({ ok: true, value: given });
});
