import { describe, expect, test } from "vitest";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import { wordsAsRead } from "#lib/studies/texts/field-values.ts";
import { fillFields, inMarkdown, listFields, type FieldValues } from "#lib/studies/texts/fields.ts";

const values: FieldValues = {
  cases: "50",
  minutes: "40 to 45",
  contact: "Ana_Núñez <ana@example.org>\n+34 600",
  institution: null,
  practice: null,
  limit: "60",
  selection: "By lot.",
};

describe("fields in a text", () => {
  test("are filled, whatever braces they stand in; what is unknown or has no value stays", () => {
    expect(fillFields("{cases}, { cases }, ｛cases｝", values)).toBe("50, 50, 50");
    expect(fillFields("{passages} {institution} {} {a b}", values)).toBe("{passages} {institution} {} {a b}");
    // What is filled in is no field, and no pattern of a replacement.
    expect(fillFields("{contact}", { ...values, contact: "{cases} $& $1" })).toBe("{cases} $& $1");
  });

  test("keep Markdown out of what somebody is called, and stay in their line", () => {
    expect(fillFields("Ask {contact}.", values, inMarkdown)).toBe(
      String.raw`Ask Ana\_Núñez \<ana@example.org\> +34 600.`,
    );
  });

  test("are listed by name, each once", () => {
    expect(listFields("{cases} and {Cases} and ｛分钟｝, {cases} again, {not a field}")).toEqual([
      "cases",
      "Cases",
      "分钟",
    ]);
  });
});

describe("the template’s texts", () => {
  const template = withoutChecks(newDesign("personaeval", 1));
  const ethics = Object.fromEntries(
    ["institution", "contact", "approval", "retention", "payment"].map((field) => [
      field,
      field === "contact" ? { en: "Ana Núñez", "zh-CN": "安娜" } : { en: "", "zh-CN": "" },
    ]),
  ) as NonNullable<typeof template.words.ethics>;
  const reading = { median: 30 * 60, ninetieth: 38 * 60 };

  test.each(["en", "zh-CN"] as const)("hold no field once they are filled, in %s", (language) => {
    const read = wordsAsRead(template, language, reading);
    expect(listFields(JSON.stringify(Object.values(read)))).toEqual([]);
    expect(read.welcome).toContain("50");
    expect(read.consent).toContain(language === "en" ? "the person who invited you" : "邀请您的人");
  });

  test("name whom to ask, and follow the design", () => {
    const design = { ...template, words: { ...template.words, ethics } };
    const sample = { ...template.sample, quota: { Literary: 12 } };
    expect(wordsAsRead({ ...design, sample }, "en", reading)).toMatchObject({
      welcome: expect.stringContaining("There are 12 passages.") as unknown,
      consent: expect.stringContaining("contact Ana Núñez.") as unknown,
      ethics: { contact: "Ana Núñez" },
    });
  });
});
