import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { projectRoot } from "#scripts/project.ts";

const thing =
  "plan|report|page|figure|file|screen|score|record|lineage|instruction|server|interval|card|check|headline|run|export|table|test|study";

/** Turns of phrase that a native editor would change, each with what to write instead. */
const turns: readonly [RegExp, string][] = [
  [new RegExp(`\\b(?:${thing})s? (?:says?|said|tells?|told)\\b`), "show, report, list, record, name"],
  [/\b(?:says?|tells?) (?:nothing|little|less) (?:about|of|on) (?!you\b)/, "carries little information"],
  [/\b(?:can’t|cannot) be (?:told|said)\b(?! apart)/, "is unknown; can’t be distinguished"],
  [/\bnobody can tell\b/, "is unknown"],
  [/\bby lot\b/, "at random"],
  [/\bof (?:its|their|your) own\b(?! )/, "separate"],
  [/\bby (?:itself|themselves)\b/, "automatically; alone"],
  [/\b(?:goes|go|went) out (?:because|where|for)\b/, "is dropped"],
  [/\bmend(?:s|ed)? (?!this)/, "fix"],
  [/\bso many\b/, "this many; N"],
  [/\btak(?:e|es|en) along\b/, "copy"],
  [/\breckon(?:s|ed)?\b/, "assume; count"],
  [/\b[Ww]hoever\b/, "you; the participant; people who"],
  [/(?:^|[.:;] )(?:Of|About) (?:a|an|each|every) /, "the subject first"],
];

type Text = { place: string; text: string };

const textsOf = (messages: object, above = ""): Text[] =>
  Object.entries(messages).flatMap(([key, one]: [string, object | string]) =>
    typeof one === "string" ? { place: `${above}${key}`, text: one } : textsOf(one, `${above}${key}.`),
  );

const paragraphsOf = (file: string): Text[] =>
  readFileSync(path.join(projectRoot, file), "utf8")
    .replaceAll("'", "’")
    .split("\n")
    .map((text, line) => ({ place: `${file}:${line + 1}`, text }));

const findTurns = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ place, text }) =>
    turns.flatMap(([turn, instead]) => {
      const found = turn.exec(text);
      return found ? `${place}: “${found[0].trim()}”: ${instead}` : [];
    }),
  );

test("messages are in the English of the field", () => {
  expect(findTurns(textsOf(en))).toEqual([]);
});

test("documents are in the English of the field", () => {
  const files = globSync(["*.md", "docs/**/*.md", "deploy/**/*.md"], { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(20);
  expect(findTurns(files.flatMap(paragraphsOf))).toEqual([]);
});

test("a turn of phrase is found with its place", () => {
  const text = "The report says so.";
  expect(findTurns([{ place: "x.y", text }])).toEqual([
    "x.y: “report says”: show, report, list, record, name",
  ]);
});
