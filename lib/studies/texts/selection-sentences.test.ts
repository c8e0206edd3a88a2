import { expect, test } from "vitest";
import { designSchema } from "#lib/studies/schema.ts";
import { listSelectors, type Filter } from "#lib/studies/selectors/schema.ts";
import { newDesign } from "#lib/studies/template.ts";
import { wordsAsRead, formatSelection } from "#lib/studies/texts/field-values.ts";

const template = newDesign("personaeval", 1);
const say = (
  threshold: number | null,
  sample: object = {},
  language: "en" | "zh-CN" = "en",
  filters: readonly Filter[] = [],
) => {
  const reference =
    threshold === null ? null : { model: "lamp", method: "zero-shot", version: "", threshold };
  const none = { count: 0, cases: [] };
  const frame = { ...template.frame, reference };
  const design = designSchema.parse({
    ...template,
    frame,
    sample: { ...template.sample, attention: none, practice: none, ...sample },
  });
  return formatSelection(design, listSelectors(design, { filters }), language);
};

test("participants are told that passages came by a program’s errors only where they did, no surer than it was", () => {
  expect(say(null)).toBe("The passages were drawn at random.");
  expect(say(0.5)).toContain("had named the wrong speaker and had been at least 50% sure of it.");
  expect(say(0.995)).toContain("at least 99.5% sure");
  expect(say(0)).toContain("had named the wrong speaker. If some");
  expect(say(0.5, {}, "zh-CN")).toContain("至少有 50% 的把握");
});

test("nor are they told of chance alone where a model filtered what the passages were drawn from", () => {
  const filter = {
    model: "Oar",
    method: "zero-shot",
    version: "",
    threshold: 0.5,
    way: "confidence",
  } as const;
  const said = say(null, {}, "en", [filter]);
  expect(said).toContain(
    "at random from a collection that a program had helped choose: passages in which it was sure",
  );
  expect(said).not.toContain("Oar");
  expect(say(null, {}, "zh-CN", [filter])).toContain("由程序参与挑选");
  const marked = { ...filter, way: "marked", threshold: null } as const;
  expect(say(null, {}, "en", [marked])).toContain("a program had helped choose. If some seemed hard");
  expect(say(0.5, {}, "en", [filter])).toMatch(/named the wrong speaker.*with a program’s help, too/);
});

test("they are told of how many, and of easy ones only where there are any", () => {
  const mixed = say(0.8, { quota: { Literary: 10 }, unsure: { Literary: 5 }, controls: { Literary: 10 } });
  expect(mixed).toContain("10 of the 25 passages that count were chosen");
  expect(mixed).not.toContain("ordinary passages");
  expect(say(null, { practice: { count: 1, cases: [] } })).toBe(
    "The passages were drawn at random. A few more were easy ones, for practice.",
  );
  expect(say(0.8, { attention: { count: 2, cases: [] } })).toContain(
    "to check that everything was read carefully.",
  );
});

test("the template’s debrief says how its passages were chosen, in both languages", () => {
  for (const language of ["en", "zh-CN"] as const) {
    const { debrief } = wordsAsRead(template, language, { reading: null, benchmark: null });
    expect(debrief).toContain(formatSelection(template, listSelectors(template, null), language));
    expect(debrief).not.toMatch(/very sure|十分自信/);
  }
});
