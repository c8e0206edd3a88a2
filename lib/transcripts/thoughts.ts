import { z } from "zod";
import { fileWords } from "#lib/task-kinds/file-words.ts";

// RoleThink's results.json: what a model took for thoughts in a novel, to be filtered by people. Each is a document of what
// they need to see; of which type the model took it for stands with what only staff see.

const filled = fileWords.refine(
  (words) => words.trim() !== "",
  "This text can’t be empty. Leave the whole thought out.",
);
const type = fileWords.trim().max(200, "A type can have at most 200 characters.").nullish();

export const thoughtsFile = z.array(
  z.object(
    {
      character: filled.refine((name) => name.length <= 200, "A name can have at most 200 characters."),
      reason: fileWords.nullish(),
      thought: z.object({ content: filled, type }, "thought must be an object with content and type."),
      action: z
        .object({ content: fileWords.nullish(), type }, "action must be an object with content and type.")
        .nullish(),
      raw_text: filled,
    },
    "A thought must be an object with character, reason, thought, action and raw_text.",
  ),
  "The file must be a list of thoughts.",
);
export type ThoughtRecord = z.output<typeof thoughtsFile>[number];

export function makeThought({ character, reason, thought, action, raw_text: passage }: ThoughtRecord) {
  const parts = [
    { title: "thought", text: thought.content },
    { title: "reason", text: reason },
    { title: "action", text: action?.content },
    { title: "passage", text: passage },
  ];
  const content = {
    title: character,
    parts: parts.flatMap(({ title, text }) => (text?.trim() ? [{ title, text }] : [])),
  };
  const attributes = { character, thought_type: thought.type, action_type: action?.type };
  const known = Object.entries(attributes).filter((entry): entry is [string, string] =>
    Boolean(entry[1]?.trim()),
  );
  return { content, attributes: Object.fromEntries(known) };
}
