import "server-only";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import { dialogueText, searchText } from "#lib/benchmarks/search-text.ts";
import type { CaseForm } from "#lib/benchmarks/schema.ts";
import { answerLength } from "#lib/task-kinds/choice/answer-length.ts";
import { parsePrompt } from "#lib/task-kinds/choice/prompt-parser.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

/** What a case looks like once its prompt is taken apart. */
export type CaseContent = {
  form: CaseForm;
  content: ChoiceContent | null;
  answerLength: number | null;
  dialogue: string;
  searched: string;
};

export async function readContent(row: GoodRow): Promise<CaseContent> {
  const names = row.options.map(({ name }) => name);
  const profiles = row.options.map(({ profile }) => profile);
  const { form, content } = understand(row, names, profiles);
  const dialogue = dialogueText(content, row.original.toString("utf8"));
  return {
    form,
    content,
    answerLength: content ? await answerLength(content) : null,
    dialogue,
    searched: searchText(dialogue, names),
  };
}

function understand(
  row: GoodRow,
  names: string[],
  profiles: (string | null)[],
): Pick<CaseContent, "form" | "content"> {
  if (row.content) return { form: row.content.form, content: row.content };
  const prompt = row.prompt?.toString("utf8") ?? "";
  const parsed = parsePrompt(prompt, names, row.givenProfiles);
  if (parsed) {
    const filled = parsed.profiles.map((profile, index) => profile ?? profiles[index] ?? null);
    return { form: "dialogue", content: { ...parsed, profiles: filled } };
  }
  const known = profiles.some((profile) => profile !== null);
  return { form: "unparsed", content: known ? { form: "text", text: prompt, profiles } : null };
}
