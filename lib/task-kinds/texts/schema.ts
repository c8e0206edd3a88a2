import { z } from "zod";
import { dialogueLimits, nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

export const limits = { minOptions: 2, options: 8, question: 1000, option: 2000, type: 60 } as const;

const filled = (what: string, most: number) =>
  fileWords
    .refine((text) => text.trim() !== "", `${what} can’t be empty.`)
    .refine((text) => text.length <= most, `${what} can have at most ${most} characters.`);

export const questionSchema = filled("The question", limits.question);
const passage = fileWords.refine((text) => text.trim() !== "", "A text can’t be empty.");

const turn = z.strictObject(
  { speaker: nameSchema, text: passage },
  { error: unknownKey("A turn", "speaker and text") },
);
const turns = z
  .array(turn, "turns must be a list.")
  .min(1, "A dialogue needs at least one turn.")
  .max(dialogueLimits.turns, `A dialogue can have at most ${dialogueLimits.turns} turns.`);

/** What is read before the question: one of the two, said apart so that a mistake is named where it stands. */
export const contentInput = z
  .strictObject(
    { text: passage.optional(), turns: turns.optional() },
    { error: unknownKey("content", "turns or text") },
  )
  .refine(
    ({ text, turns: said }) => (text === undefined) !== (said === undefined),
    "content must be an object with either turns or text.",
  );

const option = z.strictObject(
  { name: filled("An option", limits.option), type: filled("A type", limits.type) },
  { error: unknownKey("An option", "name and type") },
);

export const optionsInput = z
  .array(option, "options must be a list of objects with name and type.")
  .min(limits.minOptions, `A case needs at least ${limits.minOptions} options.`)
  .max(limits.options, `A case can have at most ${limits.options} options.`)
  .check(({ value, issues }) =>
    value.forEach(({ name }, index) => {
      if (value.findIndex((one) => one.name === name) < index)
        issues.push({
          code: "custom",
          message: "Two options have the same text. Options must differ.",
          path: [index, "name"],
          input: name,
        });
    }),
  );

/** A case as its participant gets it, beside the texts of its options. */
export const shownTextsSchema = z.strictObject({
  question: questionSchema,
  before: z.union([z.strictObject({ turns }), z.strictObject({ text: passage })]).nullable(),
});
/** As the database holds it. What sort of text each option is stands in their order, for staff alone. */
export const textsContentSchema = shownTextsSchema.extend({ types: z.array(z.string()) });

export type ShownTexts = z.infer<typeof shownTextsSchema>;
export type TextsContent = z.infer<typeof textsContentSchema>;
