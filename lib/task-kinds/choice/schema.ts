import { z } from "zod";

export const partTypes = ["thought", "manner", "speech"] as const;

export const limits = { turns: 200, fewestOptions: 2, options: 26, name: 500 } as const;

const text = z.string("This has to be a text.");
const name = text
  .refine((it) => it.trim().length > 0, "A name can’t be empty.")
  .refine((it) => it.length <= limits.name, `A name can have at most ${limits.name} characters.`);

const unknownKey = (where: string, known: string) => (issue: { code?: string; keys?: string[] }) =>
  issue.code === "unrecognized_keys"
    ? `${where} can’t hold ${issue.keys?.map((key) => `“${key}”`).join(", ")}; it holds ${known}.`
    : `${where} has to be an object of ${known}.`;

export const partSchema = z.strictObject(
  {
    type: z.enum(partTypes, `A part’s type is one of ${partTypes.join(", ")}.`),
    text: text.refine((it) => it.trim().length > 0, "A part’s text can’t be empty."),
  },
  { error: unknownKey("A part", "type and text") },
);

export const turnSchema = z.strictObject(
  {
    /** Null is the unknown speaker, whom the question is about. */
    speaker: name.nullable(),
    parts: z.array(partSchema, "A turn’s parts have to be a list."),
  },
  { error: unknownKey("A turn", "speaker and parts") },
);

const turns = z
  .array(turnSchema, "turns has to be a list.")
  .min(1, "A dialogue needs at least one turn.")
  .max(limits.turns, `A dialogue can have at most ${limits.turns} turns.`);

const passage = text.refine((it) => it.trim().length > 0, "A text can’t be empty.");
const profile = text.nullable();
const profiles = z.array(profile);

/** What the database holds of a case; the profiles stand in the order of the options. */
export const choiceContentSchema = z.discriminatedUnion("form", [
  z.strictObject({ form: z.literal("dialogue"), turns, profiles }),
  z.strictObject({ form: z.literal("text"), text: passage, profiles }),
]);

/** `content` of a case in JSON Lines. */
export const contentInput = z.union(
  [
    z.strictObject({ turns }, { error: unknownKey("content", "turns, or text") }),
    z.strictObject({ text: passage }, { error: unknownKey("content", "turns, or text") }),
  ],
  "content has to be an object of either turns or text.",
);

export const optionSchema = z.strictObject(
  { name, profile: profile.default(null) },
  { error: unknownKey("An option", "name and profile") },
);

/** `options` of a case in JSON Lines: names alone or with profiles. */
export const optionsInput = z
  .array(
    z.union([name.transform((it) => ({ name: it, profile: null })), optionSchema]),
    "options has to be a list of names, or of objects of name and profile.",
  )
  .min(limits.fewestOptions, `A case needs at least ${limits.fewestOptions} options.`)
  .max(limits.options, `A case can have at most ${limits.options} options.`)
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    value.forEach((option, index) => {
      if (seen.has(option.name))
        issues.push({
          code: "custom",
          message: `Two options are called “${option.name}”.`,
          path: [index],
          input: option.name,
        });
      seen.add(option.name);
    });
  });

export type PartType = (typeof partTypes)[number];
export type Part = z.infer<typeof partSchema>;
export type Turn = z.infer<typeof turnSchema>;
export type Option = z.output<typeof optionSchema>;
export type ChoiceContent = z.infer<typeof choiceContentSchema>;
export type Dialogue = Extract<ChoiceContent, { form: "dialogue" }>;

export function contentFrom(
  content: z.output<typeof contentInput>,
  options: readonly Option[],
): ChoiceContent {
  const profiles = options.map((option) => option.profile);
  return "turns" in content
    ? { form: "dialogue", turns: content.turns, profiles }
    : { form: "text", text: content.text, profiles };
}
