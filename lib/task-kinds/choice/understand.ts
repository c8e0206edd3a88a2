import { answerLength } from "#lib/task-kinds/choice/answer-length.ts";
import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import type { ChoiceContent, OwnCase } from "#lib/task-kinds/choice/schema.ts";
import type { GivenCase, UnderstoodCase } from "#lib/task-kinds/case-files.ts";

type Given = GivenCase<OwnCase>;

export async function understand(given: Given): Promise<UnderstoodCase<ChoiceContent>> {
  const { form, content } = takeApart(given);
  return {
    form,
    content,
    answerLength: content ? await answerLength(content) : null,
    said: said(content, given.original.toString("utf8")),
  };
}

function takeApart({
  optionNames,
  prompt: given,
  own,
}: Given): Pick<UnderstoodCase<ChoiceContent>, "form" | "content"> {
  if (own.content) return { form: own.content.form, content: own.content };
  const prompt = given?.toString("utf8") ?? "";
  const profiles = own.options.map(({ profile }) => profile);
  const parsed = parsePrompt(prompt, optionNames, own.givenProfiles);
  if (parsed) {
    const filled = parsed.profiles.map((profile, index) => profile ?? profiles[index] ?? null);
    return { form: "dialogue", content: { ...parsed, profiles: filled } };
  }
  const known = profiles.some((profile) => profile !== null);
  return { form: "unparsed", content: known ? { form: "text", text: prompt, profiles } : null };
}

/** What is said in a dialogue; of a case that is plain text, all of it. */
function said(content: ChoiceContent | null, original: string): string {
  if (content === null) return original.toLowerCase();
  if (content.form === "text") return content.text.toLowerCase();
  return content.turns
    .map(({ speaker, parts }) => [speaker ?? "", ...parts.map(({ text }) => text)].join(" "))
    .join("\n")
    .toLowerCase();
}
