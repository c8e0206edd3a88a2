import { z } from "zod";

// What is read before a question, in kinds that have such: a dialogue of turns, or a passage as it stands.

export const partTypes = ["thought", "manner", "speech"] as const;

export const dialogueLimits = { turns: 200, name: 500 } as const;

const text = z.string("This must be text.");
export const nameSchema = text
  .refine((name) => name.trim().length > 0, "A name can’t be empty.")
  .refine(
    (name) => name.length <= dialogueLimits.name,
    `A name can have at most ${dialogueLimits.name} characters.`,
  );

export const unknownKey = (where: string, known: string) => (issue: { code?: string; keys?: string[] }) =>
  issue.code === "unrecognized_keys"
    ? `${where} can’t have ${issue.keys?.map((key) => `“${key}”`).join(", ")}, only ${known}.`
    : `${where} must be an object with ${known}.`;

/** What is wrong with what is a name or an own definition: an unknown name, neither of them, or what the definition lacks. */
export const nameOrWhole = (unknownName: string, wanted: string, formOf = (_input: object): number => 1) => ({
  error({ input, errors }: { input?: unknown; errors?: readonly (readonly z.core.$ZodIssue[])[] }): string {
    if (typeof input === "string") return unknownName;
    const [issue] = typeof input === "object" && input !== null ? (errors?.[formOf(input)] ?? []) : [];
    if (!issue) return wanted;
    return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
  },
});

export const partSchema = z.strictObject(
  {
    type: z.enum(partTypes, `A part’s type must be one of ${partTypes.join(", ")}.`),
    text: text.refine((said) => said.trim().length > 0, "A part’s text can’t be empty."),
  },
  { error: unknownKey("A part", "type and text") },
);

export const turnSchema = z.strictObject(
  {
    /** Null is the unknown speaker, whom the question is about. */
    speaker: nameSchema.nullable(),
    parts: z.array(partSchema, "A turn’s parts must be a list."),
  },
  { error: unknownKey("A turn", "speaker and parts") },
);

export const turnsSchema = z
  .array(turnSchema, "turns must be a list.")
  .min(1, "A dialogue needs at least one turn.")
  .max(dialogueLimits.turns, `A dialogue can have at most ${dialogueLimits.turns} turns.`);

export const passageSchema = text.refine((passage) => passage.trim().length > 0, "A text can’t be empty.");

/** `content` of a case in JSON Lines. */
export const contentInput = z.union(
  [
    z.strictObject({ turns: turnsSchema }, { error: unknownKey("content", "turns or text") }),
    z.strictObject({ text: passageSchema }, { error: unknownKey("content", "turns or text") }),
  ],
  "content must be an object with either turns or text.",
);

export type Part = z.infer<typeof partSchema>;
export type Turn = z.infer<typeof turnSchema>;
