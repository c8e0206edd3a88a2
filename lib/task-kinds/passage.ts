import type { Part, Turn } from "#lib/task-kinds/dialogue.ts";

// The words of what is read before a question.

export type Passage = { form: "dialogue"; turns: readonly Turn[] } | { form: "text"; text: string };

/** All that one reads of it. */
export function readPassage(passage: Passage): string {
  if (passage.form === "text") return passage.text;
  return passage.turns
    .map(({ speaker, parts }) => [speaker ?? "?", ...parts.map(({ text }) => text)].join(" "))
    .join("\n");
}

/** As plain text, a turn after the other. */
export const writePassage = (passage: Passage): string[] =>
  passage.form === "text"
    ? [passage.text]
    : passage.turns.map(({ speaker, parts }) => `${speaker ?? "?"}: ${parts.map(writePart).join(" ")}`);

const writePart = ({ type, text }: Part): string =>
  ({ thought: `[${text}]`, manner: `(${text})`, speech: text })[type];
