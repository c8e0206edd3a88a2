import { expect, test } from "vitest";
import { checkBackground } from "#lib/sittings/joining/background.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const label = { en: "A question", "zh-CN": "" };
const { background } = questionsSchema.parse({
  background: [
    { key: "education", kind: "choice", label, options: [{ value: "phd", label }], need: "required" },
    { key: "age", kind: "number", label },
    { key: "field", kind: "text", label },
  ],
});
const check = (given: Record<string, string | number>, preferNotToSay?: boolean) =>
  checkBackground({ background, preferNotToSay }, given);

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

test("preferring not to say is an answer to every kind of question, and another than none", () => {
  const said = "prefer_not_to_say";
  const given = { education: said, age: "41", "age.unsaid": "on", "field.unsaid": "on" };
  expect(check(given, true)).toEqual({ ok: true, value: { education: said, age: said, field: said } });
  expect(check({ education: said, field: "" }, true)).toEqual({ ok: true, value: { education: said } });
});

test("where the plan doesn't offer it, it is no answer", () => {
  expect(check({ education: "prefer_not_to_say" })).toMatchObject({
    ok: false,
    fields: { education: "unknown_option" },
  });
  expect(check({ education: "phd", "age.unsaid": "on" })).toMatchObject({
    ok: false,
    fields: { "age.unsaid": "not_asked" },
  });
});

test("a question may be named like something every object has", () => {
  const asked = questionsSchema.parse({ background: [{ key: "constructor", kind: "text", label }] });
  expect(checkBackground(asked, {})).toEqual({ ok: true, value: {} });
  const given = { constructor: "ship" } as never;
  expect(checkBackground(asked, given)).toEqual({ ok: true, value: given });
});
