import { z } from "zod";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { nameOrWhole, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";

// Who wrote a text that is judged, as a method and a model: for staff, and for figures.

/** What a judged text is written by, in short texts by name. */
export type Origin = Readonly<Record<string, string>>;

/** What stands after both texts: that neither is better. */
export const tie = "tie";

const originLimits = { texts: 20, name: 60, text: 200 } as const;

const filled = (what: string, most: number) =>
  fileWords
    .trim()
    .min(1, `${what} can’t be empty.`)
    .max(most, `${what} can have at most ${most} characters.`);

const originSchema = z
  .record(
    filled("A name in an origin", originLimits.name),
    filled("A text in an origin", originLimits.text),
    'origin must be an object with a text for each name, as {"method":"…","model":"…"}.',
  )
  .refine(
    (all) => Object.keys(all).length > 0,
    'An origin needs at least one text, as {"method":"…","model":"…"}.',
  )
  .refine(
    (all) => Object.keys(all).length <= originLimits.texts,
    `An origin can have at most ${originLimits.texts} texts.`,
  )
  .refine(
    (all) => formatOriginName(all) !== tie,
    `“${tie}” can’t be an origin’s only text: it stands for a tie.`,
  );

/** An origin is known by its texts, in the order of their names. */
export const formatOriginName = (origin: Origin): string =>
  Object.keys(origin)
    .sort()
    .map((name) => origin[name])
    .join(" · ");

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

const questionSchema = z
  .strictObject(
    { en: words.optional(), "zh-CN": words.optional() },
    { error: unknownKey("A question", "en and zh-CN") },
  )
  .refine(
    (said) => said.en !== undefined || said["zh-CN"] !== undefined,
    "Write the question in en, in zh-CN, or in both.",
  );
type PairQuestion = z.infer<typeof questionSchema>;

/** `question` of a line: a name, or one of its own. */
export const questionInput = z.union(
  [z.enum(names), questionSchema],
  nameOrWhole(
    `No question is called that. There are ${known}; or write your own as an object with en, zh-CN or both.`,
    `question must be one of ${known}, or an object with en, zh-CN or both.`,
  ),
);
type QuestionInput = z.infer<typeof questionInput>;

export const askedBy = (given: QuestionInput | null | undefined): PairQuestion =>
  typeof given === "object" && given !== null ? given : named[given ?? "better"];

/** As short as it can be written. */
export function nameQuestion(question: PairQuestion): QuestionInput {
  const isSame = (name: QuestionName) =>
    question.en === named[name].en && question["zh-CN"] === named[name]["zh-CN"];
  return names.find(isSame) ?? question;
}

/** Only a judged part has an origin, and each judged part has one. */
const pairPart = z.strictObject(
  { ...textPart.shape, origin: originSchema.optional() },
  { error: unknownKey("A part", "role, text, seenBy and origin") },
);
type PairPart = z.infer<typeof pairPart>;

/** `content` of a line. */
export const pairInput = partsContent(pairPart, 2).check(({ value, issues }) => {
  for (const problem of findProblems(value.parts)) issues.push({ code: "custom", ...problem });
});

type Problem = { message: string; path: (string | number)[]; input: unknown };

function findProblems(parts: readonly PairPart[]): Problem[] {
  const at = (place: number, key: "origin" | "text", message: string): Problem => ({
    message,
    path: ["parts", place, key],
    input: parts[place]?.[key],
  });
  const found = parts.flatMap(({ role, origin }, place) => {
    if (role === "judged" && !origin)
      return [at(place, "origin", "A judged part needs an origin: say which method or model wrote it.")];
    if (role !== "judged" && origin)
      return [at(place, "origin", "Only judged parts have an origin. Remove this one.")];
    return [];
  });
  const [one, other] = takeApart(parts).judged;
  if (!one || !other) return found;
  const place = parts.indexOf(other);
  if (one.origin && other.origin && formatOriginName(one.origin) === formatOriginName(other.origin))
    found.push(at(place, "origin", "Both judged parts have this origin. Two origins are compared."));
  if (one.text.trim() === other.text.trim())
    found.push(at(place, "text", "Both judged parts have this text. There is nothing to choose."));
  return found;
}

/** The parts that are judged, and what is read before them. */
const takeApart = <Part extends { role: PairPart["role"] }>(parts: readonly Part[]) => ({
  context: parts.filter(({ role }) => role !== "judged"),
  judged: parts.filter(({ role }) => role === "judged"),
});

/** As the database holds it, in the order of the file. Who wrote which text stands beside them, for staff alone. */
export const pairContentSchema = z.strictObject({
  question: questionSchema,
  parts: z.array(textPart),
  origins: z.tuple([originSchema, originSchema]),
});
export type PairContent = z.infer<typeof pairContentSchema>;

/** A case as its participant gets it: its two texts in their own order. */
export type ShownPair = {
  question: PairContent["question"];
  context: PairContent["parts"];
  sides: readonly [string, string];
};

/** `first`: which of the two texts stands first. */
export function showPair({ question, parts }: Pick<PairContent, "question" | "parts">, first = 0): ShownPair {
  const { context, judged } = takeApart(parts);
  const [one = "", other = ""] = judged.map(({ text }) => text);
  return { question, context, sides: first === 1 ? [other, one] : [one, other] };
}

/** What its answers are called on the screen: whose the texts are is in no word of it. */
export const shownNames = ["1", "2", "1 = 2"] as const;
