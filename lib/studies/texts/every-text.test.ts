import { expect, test } from "vitest";
import { z } from "zod";
import { findFieldProblems } from "#lib/studies/findings/texts.ts";
import { designSchema, studyLanguages, textParts } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import { armsAsRead, questionsAsRead, wordsAsRead } from "#lib/studies/texts/field-values.ts";

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[]; oneOf?: Node[] };

/** What a plan holds in the languages of participants' screens is what participants read: where each of it stands. */
function listBilingual(node: Node, place: readonly string[] = []): (readonly string[])[] {
  const variants = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => listBilingual(one, place));
  const items = node.items ? listBilingual(node.items, [...place, "0"]) : [];
  const properties = Object.entries(node.properties ?? {});
  const isBilingual = studyLanguages.every((language) => node.properties?.[language]);
  const below = properties.flatMap(([name, one]) => listBilingual(one, [...place, name]));
  return [...variants, ...items, ...(isBilingual ? [place] : []), ...below];
}

const schema = z.toJSONSchema(designSchema, { io: "input", unrepresentable: "any", reused: "inline" });
// Words are written language by language.
const places = listBilingual(schema as Node)
  .map((place) => place.join("."))
  .flatMap((place) => (place === "words" ? textParts.map((part) => `words.*.${part}`) : [place]));

const option = (value: string) => ({ value, label: { en: "an answer", "zh-CN": "答案" } });
const asked = () => ({
  key: "asked",
  label: { en: "Asked?", "zh-CN": "问？" },
  options: [option("a"), option("b")],
});
const nothing = { en: "", "zh-CN": "" };
const nothingKnown = { reading: null, benchmark: null };
const noLines = {
  institution: nothing,
  contact: nothing,
  approval: nothing,
  retention: nothing,
  payment: nothing,
};

/** The template's plan with a text at one place, in both languages. */
function withText(place: string, text: string) {
  const template = withoutChecks(newDesign("personaeval", 1));
  const plan = {
    ...template,
    assignment: {
      ...template.assignment,
      arms: {
        differ: "instructions",
        arms: [
          { name: "A", instructions: nothing },
          { name: "B", instructions: { en: "Wait.", "zh-CN": "等待。" } },
        ],
      },
    },
    questions: {
      ...template.questions,
      background: [{ ...asked(), kind: "choice" }],
      comprehension: [{ ...asked(), right: "a" }],
    },
    words: {
      ...template.words,
      ethics: { ...noLines },
      ticks: [{ key: "adult", label: { en: "I am 18.", "zh-CN": "我已成年。" } }],
    },
  };
  const copy = JSON.parse(JSON.stringify(plan)) as unknown;
  for (const language of studyLanguages) {
    const steps = place.includes("*")
      ? place.replace("*", language).split(".")
      : [...place.split("."), language];
    const last = steps.pop() ?? "";
    const holder = steps.reduce((at, step) => (at as Record<string, unknown>)[step], copy);
    (holder as Record<string, string>)[last] = text;
  }
  return designSchema.parse(copy);
}

test.each(places)("%s is read with its fields filled in, and a field nobody knows is refused", (place) => {
  const design = withText(place, "{cases} at {place}");
  const read = (language: "en" | "zh-CN") =>
    JSON.stringify([
      wordsAsRead(design, language, nothingKnown),
      questionsAsRead(design, nothingKnown),
      armsAsRead(design, nothingKnown),
    ]);
  for (const language of studyLanguages) {
    expect(read(language)).toContain("50 at {place}");
    expect(read(language)).not.toContain("{cases} at {place}");
  }
  expect(findFieldProblems(design, nothingKnown)).toEqual(
    studyLanguages.map((language) => ({
      step: place.split(".")[0],
      code: "unknown_field",
      field: expect.stringContaining(language) as unknown,
      values: { name: "place", language, part: expect.any(String) as unknown },
    })),
  );
});

test.each([
  ["questions.background.0.label", 300],
  ["questions.comprehension.0.options.0.label", 300],
  ["words.ticks.0.label", 500],
  ["words.*.title", 200],
])("%s may not be longer than %d once it is filled in", (place, most) => {
  const contact = "the night watch at the harbour";
  const codes = (length: number) => {
    const design = withText(place, "x".repeat(length) + "{contact}");
    design.words.ethics = { ...noLines, contact: { en: contact, "zh-CN": contact } };
    return new Set(findFieldProblems(design, nothingKnown).map(({ code }) => code));
  };
  expect(codes(most - contact.length)).toEqual(new Set());
  expect(codes(most - contact.length + 1)).toEqual(new Set(["filled_too_long"]));
});
