import { z } from "zod";
import { nameOrWhole, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

/** A name stands for these words in files; a case keeps the words, so that it always says what was asked. */
const named = {
  better: { en: "Which text is better?", "zh-CN": "哪一段更好？" },
  "in-character": { en: "Which text is truer to the character?", "zh-CN": "哪一段更符合人物？" },
  "closer-to-reference": {
    en: "Which text is closer to the reference?",
    "zh-CN": "哪一段更接近参考文本？",
  },
  "closer-to-facts": { en: "Which text fits the facts better?", "zh-CN": "哪一段更符合事实？" },
} as const;
type QuestionName = keyof typeof named;
const names = Object.keys(named) as [QuestionName, ...QuestionName[]];
const known = names.join(", ");

const maxLetters = 300;
const words = fileWords
  .refine((said) => said.trim() !== "", "A question can’t be empty.")
  .refine((said) => said.length <= maxLetters, `A question can have at most ${maxLetters} characters.`);

export const questionSchema = z
  .strictObject(
    { en: words.optional(), "zh-CN": words.optional() },
    { error: unknownKey("A question", "en and zh-CN") },
  )
  .refine(
    (said) => said.en !== undefined || said["zh-CN"] !== undefined,
    "Write the question in en, in zh-CN, or in both.",
  );
export type PairQuestion = z.infer<typeof questionSchema>;

/** `question` of a line: a name, or one of its own. */
export const questionInput = z.union(
  [z.enum(names), questionSchema],
  nameOrWhole(
    `No question is called that. There are ${known}; or write your own as an object with en, zh-CN or both.`,
    `question must be one of ${known}, or an object with en, zh-CN or both.`,
  ),
);
export type QuestionInput = z.infer<typeof questionInput>;

export const askedBy = (given: QuestionInput | null | undefined): PairQuestion =>
  typeof given === "object" && given !== null ? given : named[given ?? "better"];

/** As short as it can be written. */
export function writeQuestion(question: PairQuestion): QuestionInput {
  const isSame = (name: QuestionName) =>
    question.en === named[name].en && question["zh-CN"] === named[name]["zh-CN"];
  return names.find(isSame) ?? question;
}
