import { describe, expect, test } from "vitest";
import { findFieldProblems, findTextWarnings } from "#lib/studies/findings/texts.ts";
import { designSchema } from "#lib/studies/schema.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

const template = newDesign("personaeval", 1);
const reading = { median: 20 * 60, ninetieth: 25 * 60 };
const reference = { model: "lamp", method: "zero-shot", threshold: 0.9 };

type Changes = {
  en?: object;
  zh?: object;
  ethics?: object;
  questions?: object;
  frame?: object;
  sample?: object;
};
const design = ({ en, zh, ethics, questions, frame, sample }: Changes = {}) =>
  designSchema.parse({
    ...template,
    frame: { ...template.frame, reference, ...frame },
    sample: { ...template.sample, ...sample },
    questions: { ...template.questions, ...questions },
    words: {
      ...template.words,
      en: { ...template.words.en, ...en },
      "zh-CN": { ...template.words["zh-CN"], ...zh },
      ethics: { ...template.words.ethics, ...ethics },
    },
  });
const known = { reading, benchmark: null };
const warned = (changed: Changes, read = reading, filters: readonly Filter[] = []) =>
  findTextWarnings(design(changed), { reading: read, benchmark: { filters } }).map(({ code, field }) => [
    code,
    field,
  ]);

test("the template’s texts say what the design does, however large it is", () => {
  expect(findFieldProblems(design(), known)).toEqual([]);
  expect(warned({})).toEqual([]);
  expect(warned({ sample: { quota: { Literary: 7 } } }, { median: 300, ninetieth: 400 })).toEqual([]);
});

describe("a study doesn’t open with", () => {
  test("a field that nobody knows, or that has no value, by the place where it stands", () => {
    const changed = {
      en: { welcome: "{cases} and {passages}; {limit} minutes" },
      zh: { debrief: "｛练习｝" },
      ethics: { contact: { en: "{contact}", "zh-CN": "{minutes}" } },
    };
    expect(findFieldProblems(design(changed), known)).toEqual([
      ...["passages", "limit"].map((name, i) => ({
        step: "words",
        code: i === 0 ? "unknown_field" : "empty_field",
        field: "words.en.welcome",
        values: { name, part: "welcome", language: "en" },
      })),
      expect.objectContaining({ code: "empty_field", field: "words.ethics.contact.en" }),
      expect.objectContaining({ code: "unknown_field", field: "words.zh-CN.debrief" }),
    ]);
    const limited = { en: { welcome: "{limit} minutes" }, questions: { timeLimitMinutes: 60 } };
    expect(findFieldProblems(design(limited), known)).toEqual([]);
  });
});

describe("a warning is told of", () => {
  test.each<[string, Changes, [string, string][]]>([
    [
      "another number of cases",
      { en: { welcome: "About 30 passages." } },
      [["text_cases", "words.en.welcome"]],
    ],
    ["not one that is near, and called so", { en: { welcome: "About 48 passages." } }, []],
    [
      "one that is near, and exact",
      { zh: { consent: "共48个片段" } },
      [["text_cases", "words.zh-CN.consent"]],
    ],
    [
      "fewer minutes than it takes",
      { en: { consent: "It takes 10 minutes." } },
      [["text_minutes", "words.en.consent"]],
    ],
    ["far more", { zh: { welcome: "大约九十分钟" } }, [["text_minutes", "words.zh-CN.welcome"]]],
    [
      "minutes in the line about payment",
      { ethics: { payment: { en: "5 € for 10 minutes", "zh-CN": "" } } },
      [["text_minutes", "words.ethics.payment.en"]],
    ],
    ["not minutes that fit", { en: { consent: "30 to 50 minutes" } }, []],
    [
      "a selection that doesn’t take place",
      {
        frame: { reference: null },
        en: { debrief: "The passages were chosen because a program was wrong about them." },
        zh: { debrief: "挑选这些片段，是因为程序在上面出了错。" },
      },
      [
        ["text_selection", "words.en.debrief"],
        ["text_selection", "words.zh-CN.debrief"],
      ],
    ],
  ])("%s", (_what, changed, expected) => {
    expect(warned(changed)).toEqual(expected);
  });

  test("none of a selection where a model filtered the benchmark, which is told by itself", () => {
    const filter = {
      model: "Oar",
      method: "zero-shot",
      version: "",
      threshold: 0.5,
      way: "confidence",
    } as const;
    const changed = {
      frame: { reference: null },
      en: {
        debrief: "The passages were chosen because a program was wrong about them, or unsure. {selection}",
      },
    };
    expect(warned(changed)).toEqual([["text_selection", "words.en.debrief"]]);
    expect(warned(changed, reading, [filter])).toEqual([]);
  });

  test("breaks beside a time limit, in the texts and in the plan, and of a limit that is too short", () => {
    const texts = ["words.en.welcome", "words.zh-CN.welcome"];
    expect(warned({ questions: { timeLimitMinutes: 60 } })).toEqual([
      ...texts.map((field) => ["text_break", field]),
      ["break_beside_limit", "questions.timeLimitMinutes"],
    ]);
    const short = warned({ questions: { timeLimitMinutes: 15 } }).at(-1);
    expect(short).toEqual(["limit_too_short", "questions.timeLimitMinutes"]);
  });

  test("nothing of minutes where no sample could be drawn", () => {
    expect(
      findTextWarnings(design({ en: { welcome: "It takes 3 minutes." } }), { ...known, reading: null }),
    ).toEqual([]);
  });
});
