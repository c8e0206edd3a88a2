import { describe, expect, test } from "vitest";
import {
  findBackgroundProblems,
  findComprehensionProblems,
  findConsentProblems,
} from "#lib/studies/findings/problems.ts";
import { findConsentWarnings } from "#lib/studies/findings/warnings.ts";
import { questionsSchema, type Finding, type StudyLanguage, textsSchema } from "#lib/studies/schema.ts";

const both: StudyLanguage[] = ["en", "zh-CN"];
const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);
const say = (en: string, zh: string) => ({ en, "zh-CN": zh });

describe("the consent", () => {
  const check = (words: object, languages = both) => findConsentProblems(textsSchema.parse(words), languages);

  test("is never refused for a line that nobody wrote: which are missing is told by name", () => {
    expect(check({})).toEqual([]);
    const words = textsSchema.parse({ ethics: { contact: say("Ask us", "联系我们") } });
    expect(findConsentProblems(words, both)).toEqual([]);
    const fields = "institution, retention, payment";
    expect(findConsentWarnings(words)).toEqual([
      { step: "words", code: "no_approval", field: "words.ethics.approval.en" },
      { step: "words", code: "consent_incomplete", field: "words.ethics.institution.en", values: { fields } },
    ]);
    expect(codes(findConsentWarnings(textsSchema.parse({})))).toContain("no_contact");
  });

  test("has its lines in every language the study is offered in", () => {
    const half = { ethics: { contact: say("Ask us", "") } };
    const values = { field: "contact", language: "zh-CN" };
    expect(check(half)).toEqual([{ step: "words", code: "consent_no_text", values }]);
    expect(check(half, ["en"])).toEqual([]);
  });

  test("has its boxes in every language, each under a key of its own", () => {
    const ticks = [
      { key: "adult", label: say("I am 18.", "我已成年。") },
      { key: "adult", label: say("I am 18.", "") },
    ];
    expect(codes(check({ ticks }))).toEqual(["tick_duplicate_key", "tick_no_label"]);
    expect(codes(check({ ticks }, ["en"]))).toEqual(["tick_duplicate_key"]);
  });
});

describe("questions before the first case", () => {
  const label = say("Words", "文字");
  const option = (value: string) => ({ value, label });

  test("an answer can't have the value of preferring not to say, where that is offered", () => {
    const options = [option("prefer_not_to_say"), option("b")];
    const background = [{ key: "a", kind: "choice", label, options }];
    const check = (given: object) =>
      codes(findBackgroundProblems(questionsSchema.parse({ background, ...given }), both));
    expect(check({})).toEqual([]);
    expect(check({ preferNotToSay: true })).toEqual(["background_reserved_value"]);
  });

  test("a comprehension question has words, several answers, and a right one among them", () => {
    const { comprehension = [] } = questionsSchema.parse({
      comprehension: [
        { key: "task", label, options: [option("a"), option("b")], right: "b" },
        { key: "task", label: { en: "Only English" }, options: [option("a")], right: "c" },
      ],
    });
    expect(codes(findComprehensionProblems(comprehension, both))).toEqual([
      "comprehension_duplicate_key",
      "comprehension_no_label",
      "comprehension_no_options",
      "comprehension_no_right",
    ]);
  });
});
