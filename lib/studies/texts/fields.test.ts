import { describe, expect, test } from "vitest";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import { wordsAsRead } from "#lib/studies/texts/field-values.ts";
import { fillFields, inMarkdown, listFields, type FieldValues } from "#lib/studies/texts/fields.ts";

const values: FieldValues = {
  cases: "50",
  minutes: "40–45",
  contact: "Ana_Núñez <ana@example.org>\n+34 600",
  institution: null,
  practice: null,
  limit: "60",
  selection: "By lot.",
  questions: "",
  checks: "Some check.",
  recruiting: "",
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

  test("say nothing where the plan has nothing of it, and leave no empty line", () => {
    expect(fillFields("- Alone.\n- {checks}\n- {recruiting}\n\n{questions}\nEnd.", values)).toBe(
      "- Alone.\n- Some check.\n\nEnd.",
    );
    expect(fillFields("{questions}", values)).toBe("");
  });

  test.each([
    [
      "The person who gave you the link.",
      "please ask {contact} first.",
      "please ask the person who gave you the link first.",
    ],
    [
      "The person who gave you the link.",
      "Questions: {contact}",
      "Questions: The person who gave you the link.",
    ],
    ["The person who gave you the link.", "Ask {contact}", "Ask the person who gave you the link."],
    ["the person who invited you", "Stop. {contact} helps.", "Stop. The person who invited you helps."],
    ["the person who invited you", "- {contact} helps.", "- The person who invited you helps."],
    ["The Harbour Institute e.V.", "by {contact} and others", "by the Harbour Institute e.V. and others"],
    ["Harbour Inc.", "Contact {contact}.", "Contact Harbour Inc."],
    ["ana@example.org.", "{contact}, or call.", "ana@example.org, or call."],
    ["Ana Núñez", "ask {contact}.", "ask Ana Núñez."],
    ["向您提供链接的人。", "请先询问{contact}。", "请先询问向您提供链接的人。"],
  ])("“%s” reads right in “%s”", (contact, text, read) => {
    expect(fillFields(text, { ...values, contact })).toBe(read);
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
  const known = { reading: { median: 30 * 60, ninetieth: 38 * 60 }, benchmark: null };

  test.each(["en", "zh-CN"] as const)("hold no field once they are filled, in %s", (language) => {
    const read = wordsAsRead(template, language, known);
    expect(listFields(JSON.stringify(Object.values(read)))).toEqual([]);
    expect(read.welcome).toContain("50");
    expect(read.consent).toContain(language === "en" ? "the person who invited you" : "邀请您的人");
  });

  test("name whom to ask, and follow the design", () => {
    const design = { ...template, words: { ...template.words, ethics } };
    const sample = { ...template.sample, quota: { Literary: 12 } };
    expect(wordsAsRead({ ...design, sample }, "en", known)).toMatchObject({
      welcome: expect.stringContaining("You read 12 passages of dialogue") as unknown,
      consent: expect.stringContaining("Questions or complaints: Ana Núñez\n") as unknown,
      ethics: { contact: "Ana Núñez" },
    });
  });
});
