import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

/** What is said in a dialogue, in lower case; of a case that is plain text, all of it. */
export function dialogueText(content: ChoiceContent | null, original: string): string {
  if (content === null) return original.toLowerCase();
  if (content.form === "text") return content.text.toLowerCase();
  return content.turns
    .map(({ speaker, parts }) => [speaker ?? "", ...parts.map(({ text }) => text)].join(" "))
    .join("\n")
    .toLowerCase();
}

const separator = "\n\u001f\n";

/** What is searched: the dialogue, and the names it might be said by. */
export const searchText = (dialogue: string, names: readonly string[]): string =>
  dialogue + separator + names.join("\n").toLowerCase();

export const dialogueOf = (searched: string): string => searched.split(separator)[0] ?? "";

/** Words for comparing; of a script without blanks, its characters. */
export const wordsOf = (text: string): string[] => text.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];
