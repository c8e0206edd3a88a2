import type { z } from "zod";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { CaseFiles, CaseInput, UnderstoodCase, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { csvCases, csvResults } from "#lib/task-kinds/choice/csv-files.ts";
import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import {
  choiceContentSchema,
  contentFrom,
  optionsInput,
  type ChoiceContent,
  type OwnCase,
} from "#lib/task-kinds/choice/schema.ts";
import { contentInput } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { optionPredictions } from "#lib/task-kinds/options/predictions.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

const keys = {
  prompt: fileWords.refine((prompt) => prompt.trim() !== "", "The prompt can’t be empty.").optional(),
  content: contentInput.optional(),
  options: optionsInput,
  gold: fileWords,
};
type Line = z.output<z.ZodObject<typeof keys>>;

/** A case as a line of the product's own format. */
const lineCases: CaseFiles<ChoiceContent, OwnCase>["line"] = {
  keys,
  check: (line) => {
    const { prompt, content, options, gold } = line as Line;
    const isRight = options.some(({ name }) => name === gold);
    return [
      ...(prompt === undefined && content === undefined
        ? [{ path: "content", message: "A case needs content, prompt, or both." }]
        : []),
      ...(isRight
        ? []
        : [
            {
              path: "gold",
              message: "The right answer is not among the options: it must match one of their names exactly.",
            },
          ]),
    ];
  },
  read: (line, bytes) => {
    const { prompt: given, content, options, gold } = line as Line;
    const prompt = given === undefined ? null : Buffer.from(given, "utf8");
    return {
      optionNames: options.map(({ name }) => name),
      gold: options.findIndex(({ name }) => name === gold),
      prompt,
      original: prompt ?? Buffer.from(bytes),
      own: {
        options,
        givenProfiles: options.map(({ profile }) => profile),
        content: content ? contentFrom(content, options) : null,
      },
    };
  },
};

async function understand(given: CaseInput<OwnCase>): Promise<UnderstoodCase<ChoiceContent>> {
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
}: CaseInput<OwnCase>): Pick<UnderstoodCase<ChoiceContent>, "form" | "content"> {
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

/** The tokens of the unknown speaker's turns; null where a case is plain text. */
export async function answerLength(content: ChoiceContent): Promise<number | null> {
  if (content.form === "text") return null;
  const count = await loadTokenCount();
  return content.turns
    .filter((turn) => turn.speaker === null)
    .map((turn) => count(turn.parts.map((part) => part.text).join(" ")))
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** Where there was a prompt it is what was kept, and its content is written only where it isn't the prompt's own. */
function writeCase({ original, hasPrompt, content, optionNames, gold }: CaseToExport) {
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

const nothing = Buffer.alloc(0);

export const choiceFiles: CaseFiles<ChoiceContent, OwnCase> = {
  content: choiceContentSchema,
  needsGold: true,
  line: lineCases,
  csv: csvCases,
  shown: ({ own, optionNames }) => [own.content ?? { form: "text", text: "", profiles: [] }, optionNames],
  versionParts: ({ prompt, own: { content, options }, gold }) => [
    prompt ? withPlainLineEnds(prompt) : nothing,
    content ? JSON.stringify(content) : nothing,
    JSON.stringify(["choice", options.map(({ name, profile }) => [name, profile]), gold]),
  ],
  understand,
  asItStands: (text, optionNames) => ({ form: "text", text, profiles: optionNames.map(() => null) }),
  write: writeCase,
  opening: (content) => {
    if (content.form === "text") return content.text;
    const turns = content.turns
      .filter(({ parts }) => parts.length > 0)
      .map(({ speaker, parts }) => {
        const words = parts.map(({ text }) => text).join(" ");
        return speaker === null ? words : `${speaker}: ${words}`;
      });
    return turns.length === 0 ? null : turns.join(" — ");
  },
  predictions: { ...optionPredictions, csv: csvResults },
};
