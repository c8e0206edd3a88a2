import { describe, expect, test } from "vitest";
import { readStudyFile } from "#lib/studies/opening/study-file.ts";

const file = (changes: object = {}) =>
  JSON.stringify({ title: "Night watch", sample: { seed: 1 }, ...changes });
const problemsIn = (text: string) => {
  const read = readStudyFile(text);
  return read.ok ? {} : read.problems;
};

describe("a study.json", () => {
  test("needs a title and a seed; the rest has what a study usually has", () => {
    const read = readStudyFile(`\uFEFF${file()}`);
    expect(read.ok && read.file).toMatchObject({
      title: "Night watch",
      benchmark: null,
      assignment: { design: "same", people: 20 },
      rules: { incomplete: true, interim: false },
    });
    expect(problemsIn("{}")).toEqual({ title: "invalid_type", sample: "invalid_type" });
  });

  test.each([
    ["no JSON", "{", { "": "not_json" }],
    ["a list", "[]", { "": "invalid_type" }],
    ["a misspelt key", file({ fraem: {}, rules: { interm: true } }), { fraem: "unrecognized_keys" }],
    ["a misspelt key further in", file({ rules: { interm: true } }), { "rules.interm": "unrecognized_keys" }],
    [
      "numbers out of range",
      file({ sample: { seed: -1, quota: { Drama: 1.5 } }, assignment: { people: 0 } }),
      { "sample.seed": "too_small", "sample.quota.Drama": "whole", "assignment.people": "too_small" },
    ],
    [
      "a place in a list",
      file({ questions: { background: [{ key: "Age!", kind: "number", label: {} }] } }),
      { "questions.background.0.key": "wrong_key" },
    ],
    ["an address with blanks", file({ slug: "Night watch" }), { slug: "wrong_slug" }],
    ["an address with capitals", file({ slug: "Night-watch" }), { slug: "wrong_slug" }],
    ["an unknown word", file({ assignment: { design: "latin" } }), { "assignment.design": "invalid_value" }],
  ])("with %s names it by its path", (_what, text, problems) => {
    expect(problemsIn(text)).toMatchObject(problems);
  });
});
