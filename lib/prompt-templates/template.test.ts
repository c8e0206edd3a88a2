import { describe, expect, test } from "vitest";
import { fillTemplate, listFields, openTemplate, readTemplate } from "#lib/prompt-templates/schema.ts";

const fields = ["turns", "candidates", "track"];
const values = { turns: "A: Yes.\n?: {no} $& {{candidates}}", candidates: "Anna\nBoris", track: "Drama" };
const fill = (text: string) => fillTemplate(openTemplate(text, fields), values);

test("what the case holds stands in the places, and nothing of it is read again", () => {
  expect(fill("{track}\n\n{turns}\n\n{candidates}\n")).toBe(
    "Drama\n\nA: Yes.\n?: {no} $& {{candidates}}\n\nAnna\nBoris\n",
  );
  expect(fill("{candidates}{candidates}")).toBe("Anna\nBorisAnna\nBoris");
});

test("a brace itself is written twice", () => {
  expect(fill('{candidates} {{"name": 0.5}}')).toBe('Anna\nBoris {"name": 0.5}');
  expect(fill("{{{candidates}}}")).toBe("{Anna\nBoris}");
  expect(fill("{{candidates}} {candidates}")).toBe("{candidates} Anna\nBoris");
});

test("its fields are listed once each, in its order", () => {
  expect(listFields(openTemplate("{candidates} {turns} {candidates}", fields))).toEqual([
    "candidates",
    "turns",
  ]);
});

describe("refused with the line", () => {
  test.each([
    ["{candidates}\n{speaker}", "unknown_field", 2, "speaker"],
    ["{candidates}\n\n{ turns }", "unknown_field", 3, " turns "],
    ["{candidates}\n{}", "unknown_field", 2, ""],
    ['{candidates}\n{"Anna": 0.5}', "unknown_field", 2, '"Anna": 0.5'],
    ["{candidates}\nsay {turns\n}", "unclosed_brace", 2, "{turns"],
    ["{candidates} {", "unclosed_brace", 1, "{"],
    ["{candidates}\r\nso }", "stray_brace", 2, "}"],
    ["{candidates}\n{{turns}", "stray_brace", 2, "}"],
    ["{turns} {{candidates}}", "without_candidates", 1, ""],
    ["", "without_candidates", 1, ""],
  ])("%j: %s", (text, problem, line, found) => {
    expect(readTemplate(text, fields)).toEqual({ problem, line, found });
  });

  test("of what stands there the beginning is told", () => {
    expect(readTemplate(`{${"a".repeat(50)}}`, fields)).toMatchObject({ found: `${"a".repeat(40)}…` });
  });
});
