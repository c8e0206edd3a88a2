import type { z } from "zod";
import {
  contentFrom,
  optionsInput,
  type ChoiceContent,
  type OwnCase,
} from "#lib/task-kinds/choice/schema.ts";
import { contentInput } from "#lib/task-kinds/dialogue.ts";
import type { CaseFiles } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

const keys = {
  prompt: fileWords.refine((prompt) => prompt.trim() !== "", "The prompt can’t be empty.").optional(),
  content: contentInput.optional(),
  options: optionsInput,
  gold: fileWords,
};
type Line = z.output<z.ZodObject<typeof keys>>;

/** A case as a line of the product's own format. */
export const lineCases: CaseFiles<ChoiceContent, OwnCase>["line"] = {
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
