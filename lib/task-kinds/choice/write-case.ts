import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import { choiceContentSchema, type ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import type { WrittenCase } from "#lib/task-kinds/case-files.ts";

/** Where there was a prompt it is what was kept, and its content is written only where it isn't the prompt's own. */
export function writeCase({ original, hasPrompt, content, optionNames, gold }: WrittenCase) {
  const parsed = content === null ? null : choiceContentSchema.parse(content);
  const right = gold === null ? null : optionNames[gold];
  if (!hasPrompt)
    return { content: contentOf(parsed), options: optionsOf(optionNames, parsed?.profiles), gold: right };
  // A profile that the prompt says is not said twice.
  const extra = parsed?.profiles.map((profile) =>
    profile === null || original.includes(profile) ? null : profile,
  );
  const isFromPrompt = isSame(parsed, parsePrompt(original, optionNames, extra), original);
  const written = isFromPrompt ? {} : { content: contentOf(parsed) };
  const options = optionsOf(optionNames, isFromPrompt ? extra : parsed?.profiles);
  return { prompt: original, ...written, options, gold: right };
}

function isSame(
  content: ChoiceContent | null,
  parsed: ReturnType<typeof parsePrompt>,
  original: string,
): boolean {
  if (parsed === null) return content === null || (content.form === "text" && content.text === original);
  return content?.form === "dialogue" && JSON.stringify(content.turns) === JSON.stringify(parsed.turns);
}

const contentOf = (content: ChoiceContent | null) =>
  content === null
    ? undefined
    : content.form === "dialogue"
      ? { turns: content.turns }
      : { text: content.text };

function optionsOf(names: readonly string[], profiles: readonly (string | null)[] = []) {
  if (profiles.every((profile) => profile === null)) return names;
  return names.map((name, index) => ({ name, profile: profiles[index] ?? null }));
}
